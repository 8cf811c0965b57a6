import { expect, test } from 'vitest';
import { Touching } from './touch.svelte.ts';

const action = (picks: string[]) => ({ action: picks.join(' '), picks, verb: 'Do', label: [picks.join(' then ')] });

/** A table with these actions, and what became of what was touched. */
function table(...legal: string[][]) {
  const heard: string[] = [];
  const touching = new Touching({
    send: (sent, only) => heard.push(`send ${sent.action}${only === null ? '' : `, only ${only}`}`),
    why: (picks) => heard.push(`why ${picks.join(' ')}`),
    on: () => heard.push('on'),
  });
  touching.renew(legal.map(action));
  return { touching, heard };
}

test('a touch that leads on says so, one that leads nowhere asks why', () => {
  const { touching, heard } = table(['card', 'here'], ['card', 'there']);
  touching.touch('wall');
  touching.touch('card');
  touching.back();
  expect(heard).toEqual(['why wall', 'on', 'on']);
});

test('one touch that says it all is known as such', () => {
  const { touching, heard } = table(['card']);
  touching.touch('card');
  expect(heard).toEqual(['on', 'send card, only card']);
});

test('a hint is shown as if only its last piece were left, and leaves nothing behind', () => {
  const { touching } = table(['card', 'here'], ['card', 'there']);
  touching.suggested = action(['card', 'there']);
  expect(touching.picking.touched).toEqual(['card']);
  expect([...touching.glow]).toEqual(['here', 'there']);
  expect(touching.hovered).toBe('there');
  expect(touching.meaning?.action?.action).toBe('card there');
  touching.suggested = null;
  expect(touching.picking.touched).toEqual([]);
  expect(touching.hovered).toBe(null);
});

test('what a hint has prepared is done by a touch on its last piece, or taken back', () => {
  const { touching, heard } = table(['card', 'here'], ['card', 'there']);
  touching.prepare(action(['card', 'there']));
  touching.armed = { id: 'there', action: action(['card', 'there']) };
  touching.touch('there');
  expect(heard).toEqual(['send card there']);
  touching.clear();
  expect(touching.held.touched).toEqual([]);
});

test('what may be a second thought ends what was said before, and waits for a second touch', () => {
  const heard: string[] = [];
  const touching = new Touching({
    send: (sent) => heard.push(`send ${sent.action}`),
    why: () => undefined,
    on: () => heard.push('on'),
    asks: () => true,
  });
  const flip = { ...action(['tile:green', 'tile:navy']), verb: 'Flip' };
  touching.renew([action(['tile:navy', 'garment']), action(['tile:green', 'garment']), flip]);
  touching.touch('tile:navy');
  touching.touch('tile:green');
  expect(heard).toEqual(['on', 'on']);
  expect(touching.armed?.doubtful).toBe(true);
  touching.touch('tile:green');
  expect(heard).toEqual(['on', 'on', 'send tile:green tile:navy']);
});

test('a hint that is looked at is looked at still when another player has acted', () => {
  const { touching } = table(['card', 'here'], ['card', 'there']);
  touching.suggested = action(['card', 'there']);
  touching.renew([action(['card', 'there'])]);
  expect(touching.suggested?.action).toBe('card there');
  touching.renew([action(['other'])]);
  expect(touching.suggested).toBe(null);
});

test('at a strict table everything is touched in its turn, and nothing is left out', () => {
  const { touching, heard } = table(['card', 'here']);
  touching.strict = true;
  expect([...touching.glow]).toEqual(['card']);
  touching.touch('here');
  touching.touch('card');
  expect([...touching.glow]).toEqual(['here']);
  touching.touch('here');
  expect(heard).toEqual(['why here', 'on', 'on', 'send card here']);
});

test('a piece that is let go where it belongs is known until the next touch', () => {
  const { touching, heard } = table(['card', 'here'], ['card', 'there'], ['other', 'here']);
  touching.strict = true;
  touching.drop('card', 'there');
  expect([touching.dropped, heard.at(-1)]).toEqual(['card', 'send card there']);
  touching.touch('other');
  expect(touching.dropped).toBeNull();
});
