// One way to ask the server something.

import { count } from './count.ts';

/** What the server says to programs, said to people. */
const FOR_PEOPLE: Record<string, string> = {
  who_are_you: 'You are not signed in here any more. You can sign in again on your profile.',
};

/** An answer that is no success, with the server's own sentence. */
export class Problem extends Error {
  code: string;
  clause: string | undefined;
  status: number;
  constructor(
    status: number,
    body: { code?: string; message?: string; clause?: string },
    retryAfter: number | null = null,
  ) {
    const own =
      status === 429 && retryAfter !== null
        ? `That was too often. Wait ${waitWords(retryAfter)}, then try again.`
        : FOR_PEOPLE[body.code ?? ''];
    super(own ?? body.message ?? 'The server does not answer as it should.');
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.clause = body.clause;
  }
}

const waitWords = (seconds: number) =>
  seconds < 100
    ? count(seconds, 'second')
    : seconds < 6000
      ? count(Math.ceil(seconds / 60), 'minute')
      : count(Math.ceil(seconds / 3600), 'hour');

/** After how many seconds an answer says that it is worth another try. */
export function retryAfter(answer: Response): number | null {
  const told = answer.headers.get('retry-after');
  if (told === null) return null;
  const seconds = /^\d+$/.test(told) ? Number(told) : (Date.parse(told) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null;
}

/** Longer than this nobody is left waiting without a word. */
const PATIENCE = 60;

/**
 * After how many seconds a question is asked once more, if it is: once where it came too often, for about a minute where
 * the server cannot answer now. What changes something is never done again by itself.
 */
function again(method: string, answer: Response, attempt: number, waited: number): number | null {
  const told = retryAfter(answer);
  if (method !== 'GET') return null;
  if (answer.status === 429) return attempt === 0 && (told ?? 1) <= PATIENCE ? (told ?? 1) : null;
  if (answer.status !== 503) return null;
  const wait = told ?? Math.min(8, 0.5 * 2 ** attempt);
  return waited + wait <= PATIENCE ? wait : null;
}

export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<T> {
  const request = {
    method,
    // A browser that was told to ask ahead (see `page.rs`) takes that answer for a question with the same headers only.
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  for (let attempt = 0, waited = 0; ; attempt++) {
    const said = await ask(`/api${path}`, request).catch(async (gone: NoAnswer) => {
      const kept = method === 'GET' ? await keptAnswer(path) : undefined;
      if (kept === undefined) throw gone;
      return { kept };
    });
    // Nothing is kept that could have changed for whoever reads it.
    if ('kept' in said) return said.kept as T;
    const { answer, text } = said;
    const isJson = text && (answer.headers.get('content-type') ?? '').includes('json');
    const json: unknown = isJson ? JSON.parse(text) : text;
    if (answer.ok) return json as T;
    const wait = again(method, answer, attempt, waited);
    if (wait === null)
      throw new Problem(answer.status, typeof json === 'object' && json ? json : {}, retryAfter(answer));
    waited += wait;
    await new Promise((done) => setTimeout(done, wait * 1000));
  }
}

/** What was kept of an earlier answer: looked for only where there is no server, so it is fetched only then. */
const keptAnswer = (path: string): Promise<unknown> =>
  import('./keep.ts').then(({ keep }) => keep.find(path)).catch(() => undefined);

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
