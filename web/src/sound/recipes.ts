// Every sound, made when it is needed from a few oscillators and a breath of noise. Whatever has a pitch takes it from
// one pentatonic scale on D, so that pieces which land together agree.

import type { SoundName } from './names.ts';

const SCALE = [293.7, 329.6, 370, 440, 493.9, 587.3, 659.3, 740, 880, 987.8];
const gain = (db: number) => 10 ** (db / 20);

interface Tone {
  type?: OscillatorType;
  /** In Hz; `to` is where it glides. */
  f: number;
  to?: number;
  /** Attack and decay in ms, peak in dB. */
  a?: number;
  d?: number;
  db?: number;
  lowpass?: number;
}
interface Noise extends Omit<Tone, 'type' | 'lowpass'> {
  type?: BiquadFilterType;
  q?: number;
}

/** The sounds of one context; `index` tells the first of several from the next. */
export function band(context: BaseAudioContext, out: AudioNode): Record<SoundName, (index: number) => void> {
  let breath: AudioBuffer | undefined;
  /** A second of noise between white and brown. */
  const noiseBuffer = () => {
    if (breath) return breath;
    breath = new AudioBuffer({ length: 44100, sampleRate: 44100 });
    const data = breath.getChannelData(0);
    let brown = 0;
    for (let i = 0; i < data.length; i++) {
      const white = Math.random() * 2 - 1;
      brown = 0.96 * brown + 0.04 * white;
      data[i] = white * 0.4 + brown * 2;
    }
    return breath;
  };
  const shaped = (source: AudioNode & AudioScheduledSourceNode, after: number, a: number, d: number, db: number) => {
    const start = context.currentTime + after / 1000;
    const end = start + (a + d) / 1000;
    const shape = context.createGain();
    shape.gain.setValueAtTime(0.0001, start);
    shape.gain.exponentialRampToValueAtTime(gain(db), start + a / 1000);
    shape.gain.exponentialRampToValueAtTime(0.0001, end);
    shape.connect(out);
    source.stop(end + 0.05);
    return { start, end, shape };
  };
  const glide = (param: AudioParam, f: number, to: number | undefined, start: number, end: number) => {
    param.setValueAtTime(f, start);
    if (to) param.exponentialRampToValueAtTime(to, end);
  };
  const filter = (type: BiquadFilterType, frequency: number, q = 1) =>
    new BiquadFilterNode(context, { type, frequency, Q: q });
  const tone = (after: number, { type = 'sine', f, to, a = 2, d = 80, db = -20, lowpass }: Tone) => {
    const source = context.createOscillator();
    source.type = type;
    source.start(context.currentTime + after / 1000);
    const { start, end, shape } = shaped(source, after, a, d, db);
    glide(source.frequency, f, to, start, end);
    (lowpass ? source.connect(filter('lowpass', lowpass)) : source).connect(shape);
  };
  const noise = (after: number, { type = 'bandpass', f, to, q, a = 2, d = 60, db = -24 }: Noise) => {
    const source = context.createBufferSource();
    source.buffer = noiseBuffer();
    source.start(context.currentTime + after / 1000, Math.random() * 0.5);
    const { start, end, shape } = shaped(source, after, a, d, db);
    const through = filter(type, f, q);
    glide(through.frequency, f, to, start, end);
    source.connect(through).connect(shape);
  };
  const wood = (after: number, f: number, db = -20) => {
    tone(after, { f, to: f * 0.86, a: 1, d: 70, db });
    tone(after, { f: f * 2.76, a: 1, d: 28, db: db - 11 });
    noise(after, { f: f * 3, q: 0.8, a: 1, d: 16, db: db - 6 });
  };
  const felt = (after: number, db = -22) => {
    tone(after, { f: 128, to: 74, d: 90, db });
    noise(after, { type: 'lowpass', f: 620, to: 260, db: db - 3 });
  };
  const bell = (after: number, note: number, d = 520, db = -24) => {
    const f = SCALE[note]!;
    tone(after, { f, a: 3, d, db });
    tone(after, { f: f * 2.01, d: d * 0.5, db: db - 10 });
    tone(after, { f: f * 3.9, a: 1, d: d * 0.18, db: db - 16 });
  };
  const hum = (after: number, notes: number[], a: number, d: number, db: number, lowpass: number) => {
    for (const note of notes) tone(after, { type: 'triangle', f: SCALE[note]! / 2, a, d, db, lowpass });
  };
  return {
    touch: () => {
      noise(0, { f: 1900, q: 1.2, a: 1, d: 26, db: -28 });
      tone(0, { f: 420, to: 520, a: 1, d: 34, db: -30 });
    },
    slide: () => noise(0, { f: 700, to: 1700, q: 0.9, a: 70, d: 170, db: -24 }),
    wool: () => felt(0, -21),
    paw: (i) => {
      tone(0, { f: i % 2 ? 196 : 174, to: 120, d: 60, db: -24 });
      noise(0, { type: 'lowpass', f: 900, to: 380, a: 1, d: 40, db: -28 });
    },
    stitch: (i) => {
      wood(0, 1180 + (i % 2) * 240, -31);
      tone(4, { f: SCALE[i % 5]! * 2, d: 60, db: -34 });
    },
    row: (i) => {
      wood(0, 740, -26);
      bell(20, 3 + (i % 4), 200, -29);
    },
    needles: () => {
      wood(0, 980, -24);
      wood(70, 1240, -24);
      [3, 5, 7].forEach((note, i) => bell(140 + i * 90, note, 380, -25));
    },
    hop: () => wood(0, 330, -20),
    // The last of the balls brings the rolling with it; each knocks where it lands.
    roll: (i) => {
      if (i === 0) noise(0, { type: 'lowpass', f: 420, to: 260, a: 60, d: 240, db: -32 });
      felt(0, -23 - Math.min(i, 6));
      wood(0, 240 - Math.min(i, 6) * 14, -33);
    },
    turn: () => {
      noise(0, { f: 3200, to: 1700, a: 3, d: 44, db: -31 });
      wood(34, 620, -34);
    },
    snap: () => {
      noise(0, { f: 2600, q: 0.7, a: 1, d: 20, db: -24 });
      felt(6, -20);
      wood(10, 520, -27);
    },
    thread: () =>
      [0, 2, 4, 5].forEach((note, i) =>
        tone(i * 60, { type: 'triangle', f: SCALE[note]!, a: 4, d: 180, db: -31, lowpass: 1800 }),
      ),
    turnYou: () => {
      bell(0, 3, 420, -21);
      bell(130, 5, 620, -21);
    },
    no: () => {
      tone(0, { f: 176, to: 150, a: 4, d: 90, db: -25 });
      noise(0, { type: 'lowpass', f: 300, a: 3, db: -30 });
    },
    undo: () => {
      noise(0, { f: 1800, to: 620, q: 0.9, a: 20, d: 140, db: -31 });
      tone(60, { f: 440, to: 330, a: 4, d: 110, db: -31 });
    },
    count: (i) => wood(0, 760 + Math.min(i, 60) * 11, -32),
    unravel: () => {
      for (let i = 0; i < 6; i++) wood(i * 52, 900 - i * 90, -32);
      tone(40, { f: 330, to: 220, a: 20, d: 300, db: -31 });
    },
    win: () => {
      [0, 3, 5, 7].forEach((note, i) => bell([0, 120, 240, 400][i]!, note, 900, -20));
      hum(400, [0, 3, 5], 40, 1400, -27, 900);
      noise(380, { f: 5200, q: 0.5, a: 200, d: 700, db: -38 });
    },
    close: () => {
      [5, 4, 3].forEach((note, i) => bell(i * 160, note, 700, -24));
      hum(320, [0, 2], 60, 900, -30, 800);
    },
  };
}
