import { expect, test } from 'vitest';
import { inWords, waysToShow, whyNot } from './passkeys.ts';

const good = { hostname: 'play.example.org', port: '', isSecure: true, isAble: true };

test('at a number the page says which name to open', () => {
  expect(whyNot({ ...good, hostname: '127.0.0.1', port: '7100' })).toContain('http://localhost:7100/profile');
  expect(whyNot({ ...good, hostname: '[::1]' })).toContain('http://localhost/profile');
  expect(whyNot({ ...good, hostname: '192.168.1.7', isSecure: false })).toContain('by the name of its server');
});

test('without https or with an old browser it says so, and otherwise nothing', () => {
  expect(whyNot({ ...good, isSecure: false })).toContain('https');
  expect(whyNot({ ...good, isAble: false })).toContain('browser');
  expect(whyNot(good)).toBeNull();
  expect(whyNot({ ...good, hostname: 'localhost', port: '7100' })).toBeNull();
});

test('what a device says is put into words, and what the server says stays as it is', () => {
  for (const name of ['NotAllowedError', 'InvalidStateError', 'NotSupportedError', 'SecurityError'])
    expect(inWords(Object.assign(new Error('raw'), { name }))).not.toContain('raw');
  expect(inWords(new Error('This passkey is not known here.'))).toBe('This passkey is not known here.');
});

test('a new password asks for the old one or for a passkey, whichever there is', () => {
  expect(waysToShow({ login: false, passkeys: 0 })).toEqual(['nothing']);
  expect(waysToShow({ login: true, passkeys: 0 })).toEqual(['password']);
  expect(waysToShow({ login: true, passkeys: 2 })).toEqual(['password', 'passkey']);
  expect(waysToShow({ login: false, passkeys: 1 })).toEqual(['passkey']);
});
