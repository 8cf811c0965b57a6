// What is printed on cards and buttons: the pack that the table is played with, as the server sends it.

export interface Space {
  side: string;
  points: number;
  gift: string | null;
}
export interface GarmentTable {
  type: string;
  color: string;
  spaces: Space[];
  mandatory: number;
  cards: string[][];
}
export interface ButtonKind {
  of: string[];
  points: number;
}

interface Pack {
  garments: {
    garment: string;
    color: string;
    spaces: { stitch: string; points: number; gives: string | null }[];
    mandatory: number;
    cards: string[][];
  }[];
  buttons: {
    shape: string;
    kinds: { wish: { colors?: string[]; pattern?: string; garment?: string }; points: number }[];
  }[];
  tiers: { from: number; title: string }[];
}

let tables = new Map<string, GarmentTable>();
let kinds = new Map<string, ButtonKind[]>();
let tiers: Pack['tiers'] = [];

/** From now on these cards are on the table; a page shows one table at a time. */
export function layOut(content: unknown) {
  const pack = content as Pack;
  ({ tiers } = pack);
  tables = new Map(
    pack.garments.map(({ garment, color, spaces, mandatory, cards }) => [
      garment,
      {
        type: garment,
        color,
        mandatory,
        cards,
        spaces: spaces.map(({ stitch, points, gives }) => ({ side: stitch, points, gift: gives })),
      },
    ]),
  );
  kinds = new Map(
    pack.buttons.map(({ shape, kinds: all }) => [
      shape,
      all.map(({ wish, points }) => ({ of: wish.colors ?? [wish.pattern ?? wish.garment ?? ''], points })),
    ]),
  );
}

const EMPTY: GarmentTable = { type: '', color: 'purple', spaces: [], mandatory: 0, cards: [] };
export const garmentTable = (type: string) => tables.get(type) ?? EMPTY;

/** `color-07`: the seventh kind of its type. */
export function buttonOf(button: string): { kind: string } & ButtonKind {
  const { type, number } = split(button);
  return { kind: type, ...(kinds.get(type)?.[number - 1] ?? { of: [], points: 0 }) };
}

const split = (text: string) => {
  const cut = text.lastIndexOf('-');
  return { type: text.slice(0, cut), number: Number(text.slice(cut + 1)) };
};

/** The bonuses of a card in words. */
export function bonusWords(card: string): string {
  const { type, number } = split(card);
  return garmentTable(type).cards[number - 1]?.join(', ') ?? '';
}

/** The titles of who plays alone, the least first. */
export const tierList = () => tiers;

/** The title above these points, for who plays alone, and how many are missing. */
export function tierAbove(points: number) {
  const next = tiers.find(({ from }) => from > points);
  return next ? { title: next.title, missing: next.from - points } : null;
}
