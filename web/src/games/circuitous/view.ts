// The view of Circuitous as the server sends it (crates/circuitous/src/view.rs).

import type { Exit, Side, Spot } from './pieces/geometry.ts';

export interface Port {
  x: number;
  y: number;
  out: Side;
}
export interface Held {
  card: string;
  count: number;
}
export interface Kind {
  card: string;
  name: string;
  points: number;
  ability: string | null;
  paths: Exit[][];
  count: number;
  first: boolean;
}
export interface Placed extends Spot {
  number: number;
  owner: number;
  card: string;
  points: number;
  paths: Port[][];
}
export interface Way {
  finish: string;
  reached: boolean;
  length: number;
  missing: number;
  points: number[];
  start: Port;
  steps: { card: number; enter: Port; leave: Port }[];
}
/** A finish, and how far it slides to the way that has reached it. */
type Finish = Spot & { letter: string; black: Side; slide: [number, number] };

export interface View {
  viewer: number | string;
  setup: { options: Record<string, string> };
  first: number;
  turn: number;
  phase: {
    is: 'choosing' | 'laying' | 'using' | 'replacing' | 'done' | 'over';
    card?: string;
    with?: string;
    ability?: string;
    drew_two?: boolean;
  };
  start: Spot;
  finishes: Finish[];
  cards: Placed[];
  open: (Port & { card: number; live: boolean })[];
  seats: { color: string; hand: Held[] | null; hand_size: number; deck_size: number; discard: Held[]; turns: number }[];
  ways: Way[];
  kinds: Kind[];
}

export const ABILITIES: Record<string, { name: string; text: string }> = {
  'draw-two': { name: 'Draw two, play one', text: 'Discard this card, draw two, then play one card or discard one.' },
  'turn-finish': { name: 'Turn a finish', text: 'Discard this card to turn a finish a quarter, either way.' },
  'turn-end': { name: 'Turn an end card', text: 'Discard this card to turn a card that is joined in a single place.' },
  replace: { name: 'Replace', text: 'Discard this card, then lay another from your hand over a played one.' },
  'slide-finish': { name: 'Slide a finish', text: 'Discard this card to slide a finish by the width of a card.' },
};

export const spotOf = (text: string): Spot => {
  const [x = 0, y = 0, turn = 0] = text.split(',').map(Number);
  return { x, y, turn };
};

export const kindOf = (view: View, card: string): Kind =>
  view.kinds.find((kind) => kind.card === card) ?? view.kinds[0]!;
export const deckOf = (view: View, seat: number): string => view.seats[seat]?.color ?? 'black';
export const discarded = (seat: { discard: Held[] }): number => seat.discard.reduce((n, held) => n + held.count, 0);

/** The finishes as they lie: the one that is reached has slid. */
export const finishes = (view: View) =>
  view.finishes.map((finish) => ({ ...finish, x: finish.x + finish.slide[0], y: finish.y + finish.slide[1] }));

/** The way to each finish, now and as it would be, and what it brings each seat. */
export const standings = (view: View, then: View | null) =>
  finishes(view).map((finish) => {
    const way = view.ways.find((w) => w.finish === finish.letter);
    const next = then?.ways.find((w) => w.finish === finish.letter);
    const points = view.seats.map((_, seat) => {
      const now = way?.points[seat] ?? 0;
      return { now, gain: next ? (next.points[seat] ?? 0) - now : 0 };
    });
    return { finish, way, next, points };
  });
export type Standing = ReturnType<typeof standings>[number];
export const signed = (n: number) => (n > 0 ? `+${n}` : `−${Math.abs(n)}`);
