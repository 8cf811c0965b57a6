/**
 * A value as it is now, made of the parts of `before` wherever they are the same. Whoever draws a part and is given the
 * very same one has nothing to do.
 */
export function kept<T>(before: unknown, now: T): T {
  if (before === now || typeof before !== 'object' || typeof now !== 'object' || before === null || now === null)
    return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const old = before as Record<string, unknown>;
  const next = now as Record<string, unknown>;
  const keys = Object.keys(next);
  let isSame = keys.length === Object.keys(old).length;
  for (const key of keys) {
    next[key] = kept(old[key], next[key]);
    isSame &&= next[key] === old[key] && key in old;
  }
  return isSame ? (before as T) : now;
}
