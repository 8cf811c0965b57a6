// Signing in with a device. What the server asks goes to the browser as it is, and what the device says goes back.

import { call, type Problem } from './api.ts';
import type { components } from './api-types.ts';
import type { Person } from './client.ts';

type Schemas = components['schemas'];
export type Passkey = Schemas['PasskeyInfo'];

/** Where the page is: what decides whether there can be passkeys. */
export interface Where {
  hostname: string;
  port: string;
  isSecure: boolean;
  /** Does the browser know passkeys, and how to read what a server asks? */
  isAble: boolean;
}

export const here = (): Where => ({
  hostname: location.hostname,
  port: location.port,
  isSecure: isSecureContext,
  isAble:
    'credentials' in navigator &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential,
});

/** Why there can be no passkeys here, in a sentence that says what to do; null if there can. */
export function whyNot({ hostname, port, isSecure, isAble }: Where): string | null {
  const isNumber = /^[\d.]+$|^\[|:/.test(hostname);
  const isThisMachine = hostname.startsWith('127.') || hostname === '[::1]';
  if (isNumber && isThisMachine)
    return `A passkey belongs to a name, and ${hostname} is a number. Open http://localhost${port ? `:${port}` : ''}/profile instead: passkeys work there. There you are someone else until you sign in.`;
  if (isNumber)
    return `A passkey belongs to a name, and ${hostname} is a number. Open this page by the name of its server.`;
  if (!isSecure) return 'Passkeys need an address that begins with https.';
  if (!isAble) return 'This browser does not know passkeys, or not yet the way this page uses them.';
  return null;
}

/** What went wrong between the browser and the device, in our own words. */
export function inWords(problem: unknown): string {
  switch ((problem as Error)?.name) {
    case 'NotAllowedError':
      return 'Nothing has happened: it was cancelled, it took too long, or this device has no passkey for this page.';
    case 'InvalidStateError':
      return 'This device has a passkey of yours already.';
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'This device cannot keep such a passkey. One with a screen lock or a fingerprint can.';
    case 'SecurityError':
      return 'The browser does not allow passkeys at this address.';
    default:
      return (problem as Error)?.message || 'That did not work.';
  }
}

export const passkeys = () => call<Passkey[]>('GET', '/me/passkeys');
export const deletePasskey = (id: string) => call<unknown>('DELETE', `/me/passkeys/${id}`);

/**
 * Makes a passkey on this device and tells the server. Where the server asks who wants it, the password so far shows it,
 * or a passkey that is known already.
 */
export async function addPasskey(label: string, old?: string): Promise<Passkey> {
  const ask = (shown: object) => call<PublicKeyCredentialCreationOptionsJSON>('POST', '/me/passkeys/challenge', shown);
  const asked = await ask(old === undefined ? {} : { old }).catch(async (problem: unknown) => {
    if ((problem as Problem).code !== 'passkey_needed') throw problem;
    return ask({ passkey: await proof() });
  });
  const made = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked),
  });
  return call<Passkey>('POST', '/me/passkeys', { ...(made as PublicKeyCredential).toJSON(), label });
}

/** What a device says when it is asked whether it holds a passkey for this page. */
async function proof(): Promise<PublicKeyCredentialJSON> {
  const asked = await call<PublicKeyCredentialRequestOptionsJSON>('POST', '/sign-in/passkey/challenge');
  const given = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(asked) });
  return (given as PublicKeyCredential).toJSON();
}

/** From now on this browser is whoever the passkey belongs to. */
export const signInWithPasskey = async () => call<Person>('POST', '/sign-in/passkey', await proof());
export const signInWithPassword = (login: string, password: string) =>
  call<Person>('POST', '/sign-in', { login, password });
export const signOut = () => call<unknown>('POST', '/sign-out');

/** What shows that a new password is wanted by the owner of the account. */
export type Shown = 'nothing' | 'password' | 'passkey';
/** The ways to show it, the usual one first: a guest has nothing to show yet. */
export function waysToShow(has: { login: boolean; passkeys: number }): Shown[] {
  const ways: Shown[] = [];
  if (has.login) ways.push('password');
  if (has.passkeys > 0) ways.push('passkey');
  return ways.length ? ways : ['nothing'];
}

/** Sets login and password; every other browser is signed out, and tokens end. */
export const setPassword = (login: string, password: string, old?: string) =>
  call<Person>('PUT', '/me/password', { login, password, ...(old === undefined ? {} : { old }) });
/** The same, with a passkey instead of the password so far. */
export const setPasswordWithPasskey = async (login: string, password: string) =>
  call<Person>('PUT', '/me/password', { login, password, passkey: await proof() });
