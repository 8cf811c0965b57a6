import { expect, test } from 'vitest';
import { homeTitle, iconOf, pageTitle, Waiting, type Sign } from './tab.ts';

const nameOf = (game: string) => ({ knots: 'Knots' })[game] ?? '';
const titleOf = (address: string, own?: string) =>
  pageTitle(address.split('/').filter(Boolean), { own, nameOf, locale: 'en-GB' });

test('every page has a title of its own', () => {
  expect(titleOf('/')).toBe('Bobbin');
  expect(titleOf('/profile')).toBe('Profile · Bobbin');
  expect(titleOf('/table/abc')).toBe('Table · Bobbin');
  expect(titleOf('/daily')).toBe('Today’s deal · Bobbin');
  expect(titleOf('/daily/2026-11-03')).toBe('The deal of 3 November · Bobbin');
  expect(titleOf('/scarf', 'The long scarf')).toBe('The long scarf · Bobbin');
  expect(titleOf('/nowhere')).toBe('Nothing here · Bobbin');
  expect(titleOf('/constructor')).toBe('Nothing here · Bobbin');
});

test('a page about a game names it', () => {
  expect(titleOf('/new/knots')).toBe('New table · Knots');
  expect(titleOf('/rules/knots')).toBe('Rules · Knots');
  expect(titleOf('/rules/knots/5.3')).toBe('Rules, 5.3 · Knots');
  expect(titleOf('/learn/knots')).toBe('Learn by playing · Knots');
  // A game that has no page here is not named by its id.
  expect(titleOf('/rules/whist')).toBe('Rules · Bobbin');
});

test('the home page says how many tables wait', () => {
  expect(homeTitle(0)).toBe('Bobbin');
  expect(homeTitle(1)).toBe('● A table waits · Bobbin');
  expect(homeTitle(3)).toBe('● Three tables wait · Bobbin');
});

test('the icon has a mark where the title has one', () => {
  expect(iconOf('● Your turn · Knots')).toBe('/favicon-turn.svg');
  expect(iconOf(homeTitle(2))).toBe('/favicon-turn.svg');
  expect(iconOf('Otto plays · Knots')).toBe('/favicon.svg');
  expect(iconOf('Knots: ● is no mark here')).toBe('/favicon.svg');
});

/** A device that writes down the numbers it shows. */
function device() {
  const shown: number[] = [];
  const sign: Sign = {
    setAppBadge: async (count) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  };
  return { shown, waiting: new Waiting(() => sign) };
}

test('the sign counts the tables that wait, each once', () => {
  const { shown, waiting } = device();
  waiting.all(['a', 'b']);
  waiting.one('b', true);
  waiting.one('c', true);
  waiting.one('a', false);
  expect(waiting.count).toBe(2);
  waiting.all([]);
  expect(shown).toEqual([2, 2, 3, 2, 0]);
});

test('a device without a sign, or one that refuses, is no fault', async () => {
  const none = new Waiting(() => ({}));
  none.all(['a']);
  expect(none.count).toBe(1);
  const refused = new Waiting(() => ({ setAppBadge: () => Promise.reject(new Error('not allowed')) }));
  refused.one('a', true);
  await Promise.resolve();
  expect(refused.count).toBe(1);
});
