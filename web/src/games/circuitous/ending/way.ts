// The way that counted, as a drawing: where everything lies, and the thread over it, passage by passage.

import { exitAt, flip, halfOf, toPath, turned, wayBetween, type Pt } from '../pieces/geometry.ts';
import type { Spot, View } from '../types.ts';
import { finishes, kindOf } from '../view.ts';

/** The way that reached a finish; none where nobody did. */
export const wayOf = (view: View) => view.ways.find((way) => way.reached) ?? null;

/** The table turned by quarters: the start lies at the left, or at the bottom. */
export class Layout {
  readonly view: View;
  readonly quarter: number;

  constructor(view: View, quarter: number) {
    this.view = view;
    this.quarter = quarter;
  }

  point = (p: Pt): Pt => flip(turned(p, this.quarter));
  at = ({ x, y }: Spot) => this.point([x, y]).join(' ');
  half = ({ turn }: Spot) => halfOf(turn + this.quarter);

  /** What has to be seen: all that lies on the table, without the finishes that nobody reached where one was. */
  box(): { x: number; y: number; w: number; h: number } {
    const way = wayOf(this.view);
    const goals = finishes(this.view).filter(({ letter }) => !way || letter === way.finish);
    const points = [this.view.start, ...goals, ...this.view.cards].flatMap((spot) => {
      const [x, y] = this.point([spot.x, spot.y]);
      const [w, h] = this.half(spot);
      return [
        [x - w - 1.5, y - h - 1.5],
        [x + w + 1.5, y + h + 1.5],
      ];
    });
    const xs = points.map((p) => p[0]!);
    const ys = points.map((p) => p[1]!);
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
  }

  /** The thread: out of the start, then a part for each passage. */
  thread(): string[] {
    const way = wayOf(this.view);
    if (!way) return [];
    const out = `M${this.at(this.view.start)}L${this.point([way.start.x, way.start.y]).join(' ')}`;
    const parts = way.steps.flatMap(({ card: number, enter, leave }) => {
      const card = this.view.cards.find((each) => each.number === number);
      if (!card) return [];
      const map = (p: Pt): Pt => {
        const [x, y] = turned(p, card.turn);
        return this.point([card.x + x, card.y + y]);
      };
      const { paths } = kindOf(this.view, card.card);
      return [toPath(wayBetween(paths, exitAt(card, enter), exitAt(card, leave)), map)];
    });
    return [out, ...parts];
  }
}

/** What each passage brings, in order. */
export function passages(view: View): { card: number; owner: number; points: number }[] {
  return (wayOf(view)?.steps ?? []).flatMap(({ card: number }) => {
    const card = view.cards.find((each) => each.number === number);
    return card ? [{ card: number, owner: card.owner, points: card.points }] : [];
  });
}
