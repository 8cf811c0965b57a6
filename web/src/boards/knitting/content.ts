// What is printed on cards and buttons. The tables are those of the rules: `data/*.toml` of the crate, read when the
// page is built; a table that is played with another pack sends its own.

import garments from '../../../../crates/knitting-circle/data/garments.toml';
import buttons from '../../../../crates/knitting-circle/data/buttons.toml';

export interface Space { side: string; points: number; gift: string | null }
export interface GarmentTable { type: string; color: string; spaces: Space[]; mandatory: number; cards: string[][] }
export interface ButtonKind { of: string[]; points: number }

interface RawGarment { type: string; color: string; spaces: string[]; cards: string[][] }
interface RawButton { wants: string; points: number; count: number }

const space = (text: string): Space => {
  const [side = '', ...rest] = text.split(' ');
  const points = rest.map(Number).find((n) => !Number.isNaN(n)) ?? 0;
  return { side, points, gift: rest.find((word) => word === 'yarn' || word === 'paw') ?? null };
};

const table = (raw: RawGarment): GarmentTable => {
  const spaces = raw.spaces.map(space);
  return { type: raw.type, color: raw.color, spaces, mandatory: spaces.findIndex((s) => s.points > 0) + 1, cards: raw.cards };
};

const tables = new Map((garments as { garment: RawGarment[] }).garment.map((raw) => [raw.type, table(raw)]));
const kinds = (buttons as { buttons: Record<string, RawButton[]> }).buttons;

const EMPTY: GarmentTable = { type: '', color: 'purple', spaces: [], mandatory: 0, cards: [] };
export const garmentTable = (type: string) => tables.get(type) ?? EMPTY;

/** `color-07`: the seventh kind of its type. */
export function buttonOf(button: string): { kind: string } & ButtonKind {
  const { type, number } = split(button);
  const raw = kinds[type]?.[number - 1];
  return { kind: type, of: raw?.wants.split(' ') ?? [], points: raw?.points ?? 0 };
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
