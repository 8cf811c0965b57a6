// A stream tells how things stand once, and from then on by what changed: here both are put together.

import type { EventBody, EventChanges, Seen } from './client.ts';
import { applied } from './preview.ts';

/** An event with all of how things stand after it, for whoever knows how they stood before. */
export function whole(known: Seen | null, told: EventBody | EventChanges): EventBody {
  if (!('changes' in told.now)) return told as EventBody;
  if (!known) throw new Error('what changed is told, and not what it was');
  const { changes, ...now } = told.now;
  const view = applied(known.view, changes);
  return { ...(told as EventChanges), now: { ...known, ...now, event: told.event, view } as Seen };
}
