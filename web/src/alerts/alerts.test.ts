import { expect, test } from 'vitest';
import { clockOf, minutesOf, triedWords, waysOf, whenOf, zones, zoneWords, type Alerts } from './alerts.ts';

test('a time of day is minutes after midnight, and nothing else is one', () => {
  for (const minutes of [0, 59, 60, 480, 1439]) expect(minutesOf(clockOf(minutes))).toBe(minutes);
  expect(clockOf(485)).toBe('08:05');
  for (const none of ['', '24:00', '8:00', '08:60', 'noon']) expect(minutesOf(none), none).toBe(null);
});

test('one is reached by what is set up, confirmed and on', () => {
  const none: Pick<Alerts, 'devices' | 'mail' | 'hook'> = { devices: [], mail: null, hook: null };
  expect(waysOf(none)).toEqual([]);
  const mail = { address: 'a@example.org', is_confirmed: false };
  const hook = { url: 'https://example.org/', form: 'json', trouble: null, is_off: true } as const;
  expect(waysOf({ ...none, mail, hook })).toEqual([]);
  const device = { id: 'd', browser: 'Firefox', since: 0, endpoint: 'https://example.org/push' };
  const all = { devices: [device], mail: { ...mail, is_confirmed: true }, hook: { ...hook, is_off: false } };
  expect(waysOf(all)).toEqual(['push', 'mail', 'hook']);
  expect(whenOf([{ kind: 'turn', way: 'mail', when: 'digest' }], 'turn', 'mail')).toBe('digest');
});

test('a try says what went and what did not', () => {
  expect(triedWords([]).error).toContain('no way');
  const well = triedWords([
    { way: 'push', problem: null },
    { way: 'mail', problem: null },
  ]);
  expect(well).toEqual({ note: 'You were called just now by your devices and mail.', error: '' });
  const ill = triedWords([
    { way: 'push', problem: null },
    { way: 'hook', problem: 'It did not go: it answered 500.' },
  ]);
  expect(ill).toEqual({ note: '', error: 'My program: It did not go: it answered 500.' });
});

test('zones are found by their place', () => {
  expect(zoneWords('America/Argentina/Buenos_Aires')).toBe('Buenos Aires, America, Argentina');
  expect(zoneWords('UTC')).toBe('UTC');
  expect(zones('Europe/Berlin')).toContain('Europe/Berlin');
  expect(zones('Nowhere/Else')).toContain('Nowhere/Else');
});
