// Days as the daily deal counts them: they begin at midnight at Greenwich.

export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export function shift(day: string, by: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  return dayOf(at);
}

export const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  dayOf(new Date(`${text}T00:00:00Z`)) === text;

export const dayWords = (day: string, locale?: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** How long until the next deal. */
export function untilNext(now: Date): string {
  const minutes = Math.ceil(
    (Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - now.getTime()) / 60_000,
  );
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours ? `${hours} h ${rest} min` : `${rest} min`;
}
