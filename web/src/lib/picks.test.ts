import { describe, expect, test } from 'vitest';
import {
  back,
  begin,
  buttons,
  drag,
  glowing,
  left,
  meaning,
  next,
  onward,
  renew,
  targets,
  touch,
  type LegalAction,
} from './picks.ts';

const act = (text: string, verb = 'Do'): LegalAction => ({
  action: text,
  picks: text.split(' ').filter(Boolean),
  verb,
  label: [`${verb} ${text}`],
});
const legal = [
  act('space:5 yarn:5:inner'),
  act('space:5 yarn:5:outer'),
  act('space:6 yarn:6:inner'),
  act('tile:1 garment:0'),
  act('tile:2 garment:0'),
  act('tile:2 garment:1'),
  { action: 'done', picks: [], verb: 'Done', label: ['Done'] },
];

describe('what glows', () => {
  test('is what begins some legal action, in their order', () => {
    expect(next(begin(legal))).toEqual(['space:5', 'space:6', 'tile:1', 'tile:2']);
  });
  test('reaches ahead only where nothing is left to doubt', () => {
    const glow = glowing(begin(legal));
    expect(glow.has('yarn:5:outer')).toBe(true);
    expect(touch(begin(legal), 'yarn:5:outer').kind).toBe('send');
  });
  test('is of one kind all that can be used later, or none', () => {
    // Garment 1 has one way, garment 0 two: to show only one of them would say that the other is of no use.
    expect(glowing(begin(legal)).has('garment:1')).toBe(false);
    expect(glowing(begin(legal)).has('garment:0')).toBe(false);
    expect(touch(begin(legal), 'garment:1')).toMatchObject({ kind: 'why', early: true });
    expect(touch(begin(legal), 'bag')).toMatchObject({ kind: 'why', early: false });
  });
  test('ahead does not depend on the order in which an action names pieces that may come in any order', () => {
    const hats = [act('pattern:hat bowl:R bowl:B'), act('pattern:hat bowl:R bowl:G'), act('pattern:hat bowl:B bowl:G')];
    expect([...glowing(begin(hats))]).toEqual(['pattern:hat', 'bowl:R', 'bowl:B', 'bowl:G']);
    expect(touch(begin(hats), 'bowl:G').picking.touched).toEqual(['pattern:hat', 'bowl:G']);
    const scarf = [...hats, act('pattern:scarf bowl:R')];
    expect([...glowing(begin(scarf))]).toEqual(['pattern:hat', 'pattern:scarf']);
  });
  test('is nothing where nothing is legal', () => {
    expect(glowing(begin([])).size).toBe(0);
  });
});

describe('a set of yarn', () => {
  const colors = ['R', 'G', 'P'];
  const three = colors.flatMap((a, i) =>
    colors
      .slice(i)
      .flatMap((b, j) => colors.slice(i + j).map((c) => act(`supply:${a} supply:${b} supply:${c}`, 'Take'))),
  );
  const all = (ids: string[], legal = three) =>
    ids.reduce<ReturnType<typeof touch>>((so, id) => touch(so.picking, id), {
      kind: 'narrowed',
      picking: begin(legal),
    });

  test('is touched in any order, a color as often as it is wanted', () => {
    for (const order of [
      ['supply:P', 'supply:R', 'supply:P'],
      ['supply:P', 'supply:P', 'supply:R'],
      ['supply:R', 'supply:P', 'supply:P'],
    ])
      expect(all(order)).toMatchObject({ kind: 'send', action: { action: 'supply:R supply:P supply:P' } });
    expect(left(begin(three))).toBe(3);
    expect(left(all(['supply:P']).picking)).toBe(2);
  });
  test('loses the piece that is touched again where there is no more of it, and keeps the others', () => {
    const bowl = [
      act('bowl:R bowl:G bowl:P', 'Pay'),
      act('bowl:R bowl:G bowl:G', 'Pay'),
      act('bowl:G bowl:G bowl:P', 'Pay'),
    ];
    const two = all(['bowl:P', 'bowl:G'], bowl);
    expect(two.picking.touched).toEqual(['bowl:P', 'bowl:G']);
    expect(touch(two.picking, 'bowl:P').picking.touched).toEqual(['bowl:G']);
  });
  test('of mittens may begin with the single color', () => {
    const mittens = [act('pattern:mittens bowl:R bowl:P bowl:P'), act('pattern:mittens bowl:R bowl:R bowl:P')];
    const picks = ['pattern:mittens', 'bowl:R', 'bowl:P', 'bowl:P'];
    expect(all(picks, mittens)).toMatchObject({ kind: 'send', action: mittens[0] });
  });
});

describe('a touch', () => {
  test('narrows while several are left', () => {
    const result = touch(begin(legal), 'space:5');
    expect(result.kind).toBe('narrowed');
    expect(next(result.picking)).toEqual(['yarn:5:inner', 'yarn:5:outer']);
  });
  test('sends when one is left', () => {
    expect(touch(begin(legal), 'space:6')).toMatchObject({ kind: 'send', action: legal[2] });
  });
  test('ahead means all that lies between', () => {
    expect(touch(begin(legal), 'yarn:5:outer')).toMatchObject({ kind: 'send', action: legal[1] });
  });
  test('that starts nothing asks why, with what was touched before', () => {
    const { picking } = touch(begin(legal), 'space:5');
    expect(touch(picking, 'bag')).toMatchObject({ kind: 'why', picks: ['space:5', 'bag'], picking });
  });
  test('on another beginning is a second thought', () => {
    const { picking } = touch(begin(legal), 'space:5');
    expect(touch(picking, 'tile:2').picking.touched).toEqual(['tile:2']);
  });
  test('on the same piece again puts it back', () => {
    const { picking } = touch(begin(legal), 'space:5');
    expect(touch(picking, 'space:5').picking.touched).toEqual([]);
  });
  test('on a piece that is also what comes next goes forward, not back', () => {
    const twice = [act('yarn:R yarn:R'), act('yarn:R yarn:B')];
    const { picking } = touch(begin(twice), 'yarn:R');
    expect(touch(picking, 'yarn:R')).toMatchObject({ kind: 'send', action: twice[0] });
  });
});

describe('pieces of one kind', () => {
  const hats = [act('pattern:hat bowl:R bowl:B'), act('pattern:hat bowl:R bowl:G'), act('pattern:hat bowl:B bowl:G')];
  test('may be touched in any order', () => {
    let { picking } = touch(begin(hats), 'pattern:hat');
    expect(next(picking)).toEqual(['bowl:R', 'bowl:B', 'bowl:G']);
    picking = touch(picking, 'bowl:B').picking;
    expect(next(picking)).toEqual(['bowl:R', 'bowl:G']);
    expect(touch(picking, 'bowl:R')).toMatchObject({ kind: 'send', action: hats[0] });
  });
  test('keep their order where it tells two actions apart', () => {
    const flips = [act('tile:a tile:b'), act('tile:b tile:a'), act('tile:b tile:c')];
    expect(touch(begin(flips), 'tile:a')).toMatchObject({ kind: 'send', action: flips[0] });
    const { picking } = touch(begin(flips), 'tile:b');
    expect(touch(picking, 'tile:a')).toMatchObject({ kind: 'send', action: flips[1] });
  });
  test('are counted', () => {
    const keep = [act('retain:P retain:P'), act('retain:P retain:T')];
    const { picking } = touch(begin(keep), 'retain:P');
    expect(next(picking)).toEqual(['retain:P', 'retain:T']);
    expect(touch(begin(keep), 'retain:T')).toMatchObject({ kind: 'send', action: keep[1] });
  });
});

describe('a touch that may be a second thought', () => {
  const tiles = [
    act('tile:navy garment:0', 'Knit'),
    act('tile:green garment:0', 'Knit'),
    act('tile:green tile:navy', 'Flip'),
  ];
  test('is doubtful where the piece would begin something else', () => {
    const { picking } = touch(begin(tiles), 'tile:navy');
    expect(touch(picking, 'tile:green')).toMatchObject({ kind: 'send', action: tiles[2], doubtful: true });
    expect(touch(picking, 'garment:0')).toMatchObject({ kind: 'send', action: tiles[0], doubtful: false });
  });
  test('is none where all of them do the same', () => {
    const keep = [act('retain:P retain:P', 'Keep'), act('retain:P retain:T', 'Keep'), act('retain:T retain:T', 'Keep')];
    const { picking } = touch(begin(keep), 'retain:P');
    expect(touch(picking, 'retain:T')).toMatchObject({ kind: 'send', doubtful: false });
  });
  test('is none in a drag', () => {
    expect(drag(begin(tiles), 'tile:navy', 'tile:green')).toMatchObject({ kind: 'send', doubtful: false });
  });
  test('is told of before: each kind of piece with what it leads to', () => {
    expect(onward(touch(begin(tiles), 'tile:navy').picking)).toEqual([
      { kind: 'garment', verbs: ['Knit'] },
      { kind: 'tile', verbs: ['Flip'] },
    ]);
  });
});

describe('a drag', () => {
  test('is two touches', () => {
    expect(drag(begin(legal), 'tile:2', 'garment:1')).toMatchObject({ kind: 'send', action: legal[5] });
  });
  test('of a piece that alone would decide still asks for its place', () => {
    expect(drag(begin(legal), 'tile:1', 'garment:1')).toMatchObject({ kind: 'why', picks: ['tile:1', 'garment:1'] });
    expect(drag(begin(legal), 'tile:1', 'garment:0')).toMatchObject({ kind: 'send', action: legal[3] });
  });
  test('shows where it can end', () => {
    expect([...targets(begin(legal), 'tile:2')]).toEqual(['garment:0', 'garment:1']);
  });
});

test('back takes the last touch back, and buttons are there only at the start', () => {
  const { picking } = touch(begin(legal), 'tile:2');
  expect(buttons(begin(legal)).map((b) => b.verb)).toEqual(['Done']);
  expect(buttons(picking)).toEqual([]);
  expect(back(picking).touched).toEqual([]);
});

test('a meaning is the one action, or how many', () => {
  expect(meaning(begin(legal), 'space:6')).toEqual({ action: legal[2], count: 1 });
  expect(meaning(begin(legal), 'space:5')).toEqual({ count: 2 });
  expect(meaning(begin(legal), 'nothing')).toEqual({ count: 0 });
});

test('new legal actions keep the touches that still begin something', () => {
  const { picking } = touch(begin(legal), 'tile:2');
  expect(renew(picking, legal.slice(3)).touched).toEqual(['tile:2']);
  expect(renew(picking, legal.slice(0, 3)).touched).toEqual([]);
});

test('every legal action of a prefix-free list is reached by touching its picks', () => {
  for (const wanted of legal.filter((a) => a.picks.length)) {
    let picking = begin(legal);
    for (const id of wanted.picks) {
      const result = touch(picking, id);
      expect(result.kind).not.toBe('why');
      if (result.kind === 'send') {
        expect(result.action).toBe(wanted);
        break;
      }
      picking = result.picking;
    }
  }
});
