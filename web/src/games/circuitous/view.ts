// What the page reads out of a view of Circuitous.

import type { Ability, Color, Held, KindView, Spot, View } from './types.ts';

export const ABILITIES: Record<Ability, { name: string; text: string }> = {
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

export const kindOf = (view: View, card: string): KindView =>
  view.kinds.find((kind) => kind.card === card) ?? view.kinds[0]!;
/** The card that was chosen in this turn, where it may be seen. */
export const chosenCard = ({ phase }: View) => ('card' in phase ? phase.card : undefined);
export const deckOf = (view: View, seat: number): Color => view.seats[seat]?.color ?? 'black';
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
