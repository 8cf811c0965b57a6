import { expect, test } from 'vitest';
import { bonusWords, buttonOf, garmentTable, layOut } from './content.ts';

const pack = (points: number) => ({
  garments: [
    {
      garment: 'hats',
      color: 'yellow',
      spaces: [
        { stitch: 'knit', points: 0, gives: 'paw' },
        { stitch: 'purl', points, gives: null },
      ],
      mandatory: 2,
      cards: [['1 yarn'], ['2 points', '1 paw']],
    },
  ],
  buttons: [
    { shape: 'color', kinds: [{ wish: { colors: ['navy', 'teal'] }, points }] },
    { shape: 'pattern', kinds: [{ wish: { pattern: 'solid' }, points: 3 }] },
  ],
});

test('cards and buttons are those of the pack that was laid out last', () => {
  layOut(pack(2));
  expect(garmentTable('hats').spaces).toEqual([
    { side: 'knit', points: 0, gift: 'paw' },
    { side: 'purl', points: 2, gift: null },
  ]);
  expect(buttonOf('color-01')).toEqual({ kind: 'color', of: ['navy', 'teal'], points: 2 });
  expect(buttonOf('pattern-01').of).toEqual(['solid']);
  expect(bonusWords('hats-02')).toBe('2 points, 1 paw');
  layOut(pack(9));
  expect(garmentTable('hats').spaces[1]?.points).toBe(9);
  expect(buttonOf('color-01').points).toBe(9);
});

test('a card that the pack does not have is blank', () => {
  layOut(pack(2));
  expect(bonusWords('socks-01')).toBe('');
  expect(buttonOf('garment-01')).toEqual({ kind: 'garment', of: [], points: 0 });
});
