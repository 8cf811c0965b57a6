// One way to ask the server something.

/** An answer that is no success, with the server's own sentence. */
export class Problem extends Error {
  code: string;
  clause: string | undefined;
  status: number;
  constructor(status: number, body: { code?: string; message?: string; clause?: string }) {
    super(body.message ?? 'The server does not answer as it should.');
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.clause = body.clause;
  }
}

export async function call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const json: unknown = text && (answer.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : text;
  if (!answer.ok) throw new Problem(answer.status, typeof json === 'object' && json ? json : {});
  return json as T;
}
