import { keep } from './keep.ts';
import { waiting } from './tab.ts';
import { uncall } from './offered.svelte.ts';

/** Whoever was here leaves this device: games that were kept, notifications and the number at its sign go with them. */
export async function leaveNothing(): Promise<void> {
  waiting.all([]);
  await Promise.all([keep.forget(), uncall().catch(() => undefined)]);
}
