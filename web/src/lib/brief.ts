/** What the server says, for someone who sees the table: after ` · ` stands what only those need who do not. */
export const brief = (text: string) => text.split(' · ')[0]!;
