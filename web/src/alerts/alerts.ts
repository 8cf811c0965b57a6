// How one is called when one does not look: what the server keeps of it, and how it is said.

import { call } from '../lib/api.ts';
import type { components } from '../lib/api-types.ts';

type Schemas = components['schemas'];
export type Alerts = Schemas['AlertsInfo'];
export type Chosen = Schemas['ChosenAlert'];
export type Kind = Schemas['Kind'];
export type Way = Schemas['Way'];
export type When = Schemas['When'];
export type HookForm = Schemas['HookForm'];
export type Tried = Schemas['TriedAlert'];
type Hours = Schemas['AlertHours'];

const OWN = '/me/alerts';
export const alerts = () => call<Alerts>('GET', OWN);
export const choose = (hours: Hours, chosen: Chosen[]) => call<unknown>('PUT', OWN, { ...hours, chosen });
export const addDevice = (endpoint: string) => call<Schemas['DeviceInfo']>('POST', `${OWN}/devices`, { endpoint });
export const deleteDevice = (id: string) => call<unknown>('DELETE', `${OWN}/devices/${id}`);
export const setMail = (address: string) => call<unknown>('PUT', `${OWN}/mail`, { address });
export const deleteMail = () => call<unknown>('DELETE', `${OWN}/mail`);
export const setHook = (url: string, form: HookForm) => call<{ secret: string }>('PUT', `${OWN}/hook`, { url, form });
export const newSecret = () => call<{ secret: string }>('POST', `${OWN}/hook/secret`);
export const deleteHook = () => call<unknown>('DELETE', `${OWN}/hook`);
export const tryAll = () => call<Tried[]>('POST', `${OWN}/test`);
export const confirm = (code: string) => call<unknown>('POST', '/alerts/confirm', { code });
export const unsubscribe = (token: string) =>
  call<unknown>('POST', `/alerts/unsubscribe?token=${encodeURIComponent(token)}`);

/** What one can be called for, in the order in which it is shown. */
export const KINDS: readonly (readonly [kind: Kind, words: string])[] = [
  ['turn', 'My turn'],
  ['started', 'A game begins'],
  ['over', 'A game is over'],
  ['invitation', 'An invitation'],
  ['friend', 'A friend'],
  ['tournament', 'My tournament'],
];
export const WAYS: Record<Way, string> = { push: 'My devices', mail: 'Letters', hook: 'My program' };
/** The same after “by”. */
const BY: Record<Way, string> = { push: 'your devices', mail: 'mail', hook: 'your program' };
export const WHENS: readonly (readonly [when: When, words: string])[] = [
  ['not_looking', 'If I am away'],
  ['at_once', 'At once'],
  ['digest', 'Once a day'],
  ['off', 'Never'],
];

export const whenOf = (chosen: readonly Chosen[], kind: Kind, way: Way): When =>
  chosen.find((each) => each.kind === kind && each.way === way)?.when ?? 'off';

/** The ways in which one can be reached now. */
export function waysOf({ devices, mail, hook }: Pick<Alerts, 'devices' | 'mail' | 'hook'>): Way[] {
  const ways: Way[] = [];
  if (devices.length) ways.push('push');
  if (mail?.is_confirmed) ways.push('mail');
  if (hook && !hook.is_off) ways.push('hook');
  return ways;
}

/** Minutes after midnight as a field for times has them, and back. */
export const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
export function minutesOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(clock) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** What came of a try, as a sentence. */
export function triedWords(tried: readonly Tried[]): { note: string; error: string } {
  if (tried.length === 0) return { note: '', error: 'There is no way to call you yet: set one up above.' };
  const failed = tried.filter(({ problem }) => problem);
  const went = tried.filter(({ problem }) => !problem).map(({ way }) => BY[way]);
  return {
    note: failed.length ? '' : `You were called just now by ${went.join(' and ')}.`,
    error: failed.map(({ way, problem }) => `${WAYS[way]}: ${problem}`).join(' '),
  };
}

/** This browser's time zone, if it tells. */
export const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
/** All zones that this browser knows, and the one that is chosen. */
export function zones(chosen: string): string[] {
  const known = Intl.supportedValuesOf?.('timeZone') ?? [];
  return [...new Set(['UTC', ...known, zoneHere(), chosen])].sort();
}
/** `Europe/Berlin` is `Berlin, Europe`: so that places are found by their first letter. */
export function zoneWords(zone: string): string {
  const parts = zone.replaceAll('_', ' ').split('/');
  return parts.length < 2 ? zone : `${parts.at(-1)}, ${parts.slice(0, -1).join(', ')}`;
}
