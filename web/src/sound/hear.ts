// What is heard and felt: nothing before the first touch, little while the page is hidden, and never more than this
// person has chosen. The recipes are fetched when they are needed first.

import { prefs } from '../lib/prefs.svelte.ts';
import { HAPTICS, LEVELS, type Level, type SoundName } from './names.ts';

const LOUD: Record<Level, number> = { off: 0, soft: 0.45, full: 1 };
/** Others' pieces are 6 dB softer. */
const OTHERS = 0.5;

export interface Heard {
  /** Whether it comes of one's own touch: only that is felt, and it is heard in full. */
  own?: boolean;
  /** Which of several, from 0. */
  index?: number;
}

type Speakers = { context: AudioContext; own: Play; others: Play; volume: GainNode };
type Play = (name: SoundName, index: number) => void;
let speakers: Promise<Speakers> | undefined;

async function open(): Promise<Speakers> {
  const { band } = await import('./recipes.ts');
  const context = new AudioContext({ latencyHint: 'interactive' });
  // Two pieces that land together are not twice as loud, and wool swallows the top.
  const soft = new DynamicsCompressorNode(context, { threshold: -18, ratio: 6, attack: 0.002, release: 0.12 });
  const roof = new BiquadFilterNode(context, { type: 'lowpass', frequency: 7200 });
  const volume = new GainNode(context);
  const far = new GainNode(context, { gain: OTHERS });
  far.connect(volume).connect(roof).connect(soft).connect(context.destination);
  const [near, away] = [band(context, volume), band(context, far)];
  return { context, volume, own: (name, i) => near[name](i), others: (name, i) => away[name](i) };
}

const wasTouched = () => navigator.userActivation?.hasBeenActive ?? true;

export function hear(name: SoundName, { own = true, index = 0 }: Heard = {}): void {
  if (typeof document === 'undefined' || !wasTouched()) return;
  const pulses = HAPTICS[name];
  if (own && pulses && prefs.haptics && !document.hidden) navigator.vibrate?.([...pulses]);
  if (prefs.sound === 'off' || (document.hidden && name !== 'turnYou')) return;
  speakers ??= open();
  speakers.then(
    async ({ context, volume, ...play }) => {
      if (context.state === 'suspended') await context.resume();
      volume.gain.value = LOUD[prefs.sound as Level];
      (own ? play.own : play.others)(name, index);
    },
    // A device without sound plays on in silence; the recipes may come the next time.
    () => (speakers = undefined),
  );
}

/** One step further: off, soft, full. */
export function louder(): void {
  prefs.sound = LEVELS[(LEVELS.indexOf(prefs.sound as Level) + 1) % LEVELS.length]!;
  hear('touch');
}
