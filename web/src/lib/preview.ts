// What an action would come to, as the server says it: the parts of the view that would be different. Nothing is
// reckoned here, the parts are only put in their places.

import type { components } from './api-types.ts';

export type Difference = components['schemas']['Difference'];
export type Preview = components['schemas']['PreviewLine'];

const keys = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));

/** The view as it would be. Parts that stay are shared with the view as it is. */
export function applied<T>(view: T, changes: readonly Difference[]): T {
  return changes.reduce((seen, { path, to }) => put(seen, keys(path), to), view as unknown) as T;
}

function put(at: unknown, [key, ...rest]: string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (Array.isArray(at)) return at.map((part, i) => (String(i) === key ? put(part, rest, to) : part));
  const part = at as Record<string, unknown>;
  return { ...part, [key]: put(part[key], rest, to) };
}
