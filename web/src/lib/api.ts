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

export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const { answer, text } = await ask(`/api${path}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: unknown = text && (answer.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : text;
  if (!answer.ok) throw new Problem(answer.status, typeof json === 'object' && json ? json : {});
  return json as T;
}

/** Nobody there: said in words of our own, not in the browser's. */
export class NoAnswer extends Error {
  constructor() {
    super(navigator.onLine ? 'The server does not answer. Try again in a moment.' : 'You are offline.');
  }
}

async function ask(path: string, request: RequestInit) {
  try {
    const answer = await fetch(path, request);
    return { answer, text: await answer.text() };
  } catch {
    throw new NoAnswer();
  }
}
