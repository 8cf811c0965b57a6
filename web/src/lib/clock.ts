// How much time is left, in words: a countdown while it is short, a date when it is days.

const HOUR = 3_600_000;

export function timeLeft(ms: number, now = Date.now()): string {
  if (ms <= 0) return '0:00';
  if (ms >= 4 * HOUR) {
    const until = new Date(now + ms);
    return `until ${dayOf(now + ms)}, ${String(until.getHours()).padStart(2, '0')}:${String(until.getMinutes()).padStart(2, '0')}`;
  }
  const seconds = Math.ceil(ms / 1000),
    two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The same where there is little room: days and hours as a number. */
export function timeBrief(ms: number): string {
  if (ms < 4 * HOUR) return timeLeft(ms);
  const hours = Math.floor(ms / HOUR);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** A day as it is spoken of: "Wed, Nov 18". */
export const dayOf = (at: number) =>
  new Date(at).toLocaleDateString('en', { weekday: 'short', day: 'numeric', month: 'short' });

/** What is left of a clock that was told some time ago. */
export const leftNow = (clock: { left: number; running: boolean }, told: number, now = Date.now()) =>
  Math.max(0, clock.left - (clock.running ? now - told : 0));
