// Being called on this device: the browser's part of it.

import { addDevice, deleteDevice, type Alerts } from './alerts.ts';

/** Why a browser cannot be called, in words; nothing if it can. */
export function trouble(): string {
  if (!globalThis.isSecureContext) return 'A browser can be called only where the page comes over https.';
  const isApple = /iPhone|iPad/.test(navigator.userAgent);
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis))
    return isApple
      ? 'On this device the page can call you once it is on the Home Screen: touch Share, then Add to Home Screen.'
      : 'This browser cannot be called.';
  if (Notification.permission === 'denied')
    return 'Notifications of this page are turned off in this browser. They can be allowed in its settings for this site.';
  return '';
}

/** The key of a server as a browser takes it. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker?.getRegistration();
  return (await worker?.pushManager?.getSubscription()) ?? null;
}

/** Which of the devices this one is, if it is one. */
export async function thisDevice({ devices }: Pick<Alerts, 'devices'>): Promise<string | null> {
  const endpoint = (await subscription().catch(() => null))?.endpoint;
  return devices.find((device) => device.endpoint === endpoint)?.id ?? null;
}

/** Asks the person, then the browser, then tells the server. Called by a touch, or browsers do not ask. */
export async function callHere(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(trouble() || 'You have not allowed it.');
  // The worker comes when the page has been quiet for a while: now it is wanted at once.
  const known = await navigator.serviceWorker.getRegistration();
  if (!known) await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: keyBytes(key) };
  // A server that was set up anew has another key, with which the old subscription is good for nothing.
  const made = await pushManager.subscribe(wish).catch(async (problem: Error) => {
    if (problem.name !== 'InvalidStateError') throw problem;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wish);
  });
  await addDevice(made.endpoint);
}

/** Calls this device, or another one, no more. */
export async function callNoMore(id: string, isThis: boolean): Promise<void> {
  await deleteDevice(id);
  if (isThis) await (await subscription())?.unsubscribe();
}
