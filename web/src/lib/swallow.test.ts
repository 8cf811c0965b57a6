import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { swallowClick } from './swallow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Whether a click gets through. */
const click = (to: EventTarget) => to.dispatchEvent(new Event('click', { cancelable: true }));

test('the click some milliseconds after a release is swallowed, and only that one', () => {
  const page = new EventTarget();
  swallowClick(page);
  vi.advanceTimersByTime(12);
  expect(click(page)).toBe(false);
  expect(click(page)).toBe(true);
});

test('what begins with a new press counts', () => {
  const page = new EventTarget();
  swallowClick(page);
  page.dispatchEvent(new Event('pointerdown'));
  expect(click(page)).toBe(true);
});

test('a click that never came is not waited for long', () => {
  const page = new EventTarget();
  swallowClick(page);
  vi.advanceTimersByTime(600);
  expect(click(page)).toBe(true);
});
