// Was the luck fixed before the first action? Everyone was shown the SHA-256 of the seed then; now the seed is known.

export type Verdict = 'fits' | 'differs' | 'later' | 'unknown';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (buffer: ArrayBuffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export async function sha256(seed: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', bytes(seed)));
}

/** Computed here, in this browser; the server is not asked. */
export async function verify(seed: string | null, commitment: string): Promise<Verdict> {
  // A browser computes hashes only where the connection is safe.
  if (seed === null) return 'later';
  if (!/^([0-9a-f]{2})+$/i.test(seed) || !globalThis.crypto?.subtle) return 'unknown';
  return (await sha256(seed)) === commitment.toLowerCase() ? 'fits' : 'differs';
}

export const BRIEFLY: Record<Verdict, string> = {
  fits: 'Deal verified',
  differs: 'Deal does not fit',
  later: 'Seed told tomorrow',
  unknown: 'Deal not checked',
};
export const SENTENCE: Record<Verdict, string> = {
  fits: 'The deal was fixed before the first action: the SHA-256 of the seed, computed just now in your browser, is the commitment that everyone was shown at the start.',
  differs:
    'The seed does not fit the commitment: its SHA-256, computed just now in your browser, is another. This deal cannot be trusted.',
  later:
    'This is the deal of a day that others still play: its seed is told when the day is over, and can be checked then.',
  unknown: 'Your browser cannot compute the hash here. On the command line: bobbin replay FILE --verify',
};
