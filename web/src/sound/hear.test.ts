import { beforeEach, expect, test, vi } from 'vitest';
import { prefs } from '../lib/prefs.svelte.ts';
import { hear, louder } from './hear.ts';
import { HAPTICS } from './names.ts';
import { band } from './recipes.ts';

vi.mock('../lib/prefs.svelte.ts', () => ({ prefs: {} }));

/** A device that writes down what it is to play: each node only knows where it leads. */
const played: { loud: number }[] = [];
const felt: number[][] = [];
const page = { hidden: false };
const device = { userActivation: { hasBeenActive: true }, vibrate: (ms: number[]) => felt.push(ms) };

const ramp = () => ({ value: 1, setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} });
class Node {
  gain = ramp();
  frequency = ramp();
  to: Node | null = null;
  constructor(_context?: unknown, options?: { gain?: number }) {
    if (options?.gain !== undefined) this.gain.value = options.gain;
  }
  connect(to: Node) {
    return (this.to = to);
  }
  start() {
    played.push(this as unknown as { loud: number });
  }
  stop() {}
  /** What all gains on the way make of it. */
  get loud(): number {
    return this.gain.value * (this.to?.loud ?? 1);
  }
}
class Context extends Node {
  currentTime = 0;
  state = 'running';
  destination = new Node();
  createGain = () => new Node();
  createOscillator = () => new Node();
  createBufferSource = () => new Node();
}
vi.stubGlobal('AudioContext', Context);
for (const kind of ['GainNode', 'BiquadFilterNode', 'DynamicsCompressorNode']) vi.stubGlobal(kind, Node);
vi.stubGlobal(
  'AudioBuffer',
  class {
    getChannelData = () => new Float32Array(44100);
  },
);
vi.stubGlobal('document', page);
vi.stubGlobal('navigator', device);

beforeEach(() => {
  played.length = felt.length = 0;
  page.hidden = false;
  device.userActivation.hasBeenActive = true;
  Object.assign(prefs, { sound: 'soft', haptics: true });
});
const settled = () => vi.waitFor(() => expect(played.length).toBeGreaterThan(0));
const silence = async () => {
  await new Promise((done) => setTimeout(done, 20));
  expect(played).toEqual([]);
};

test('nothing is heard or felt before the first touch', async () => {
  device.userActivation.hasBeenActive = false;
  hear('wool');
  await silence();
  expect(felt).toEqual([]);
});

test('off is off, and what is felt has a switch of its own', async () => {
  prefs.sound = 'off';
  hear('wool');
  await silence();
  expect(felt).toEqual([[...HAPTICS.wool]]);
  prefs.haptics = false;
  hear('wool');
  expect(felt).toHaveLength(1);
});

test("others' pieces are 6 dB softer and never felt", async () => {
  hear('hop');
  await settled();
  const own = played[0]!.loud;
  played.length = felt.length = 0;
  hear('hop', { own: false });
  await settled();
  expect(played[0]!.loud / own).toBeCloseTo(0.5);
  expect(felt).toEqual([]);
});

test('while the page is hidden only "your turn" is heard', async () => {
  page.hidden = true;
  hear('snap');
  await silence();
  hear('turnYou');
  await settled();
});

test('one button goes from off to soft to full, and full is louder', async () => {
  prefs.sound = 'off';
  louder();
  expect(prefs.sound).toBe('soft');
  await settled();
  const soft = played[0]!.loud;
  played.length = 0;
  louder();
  expect(prefs.sound).toBe('full');
  await settled();
  expect(played[0]!.loud).toBeGreaterThan(soft);
  louder();
  expect(prefs.sound).toBe('off');
});

test('every sound has a recipe that plays something', () => {
  const all = band(new Context() as unknown as BaseAudioContext, new Node() as unknown as AudioNode);
  expect(Object.keys(all).sort()).toEqual(Object.keys(HAPTICS).sort());
  for (const make of Object.values(all)) {
    played.length = 0;
    make(3);
    expect(played.length).toBeGreaterThan(0);
  }
});
