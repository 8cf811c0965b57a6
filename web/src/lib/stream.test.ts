import { describe, expect, test } from 'vitest';
import { EventParser, Stream, type Connection, type Gone } from './stream.ts';

const block = (id: number, data = `v${id}`) => `id: ${id}\nevent: update\ndata: ${data}\n\n`;

describe('the parser', () => {
  test('waits for the rest of half an event, wherever it is cut', () => {
    const text = block(1) + ': still here\n\n' + block(2, 'a\ndata: b');
    for (let cut = 0; cut <= text.length; cut++) {
      const parser = new EventParser();
      const events = [...parser.push(text.slice(0, cut)), ...parser.push(text.slice(cut))];
      expect(events).toEqual([
        { id: '1', event: 'update', data: 'v1' },
        { id: '2', event: 'update', data: 'a\nb' },
      ]);
    }
  });
  test('understands both line ends', () => {
    expect(new EventParser().push('id: 7\r\ndata: x\r\n\r\n')).toEqual([{ id: '7', event: 'message', data: 'x' }]);
  });
});

/** The text before the connection ends, or a status, perhaps with headers and a body. */
type Played = string | number | [number, Record<string, string>, object?];

/** A server that plays these answers one after the other; 0 is no answer at all. */
function server(answers: Played[]) {
  const asked: (string | undefined)[] = [];
  const get = (async (_url: string, init: RequestInit) => {
    asked.push((init.headers as Record<string, string>)['last-event-id']);
    const answer = answers.shift() ?? 404;
    if (answer === 0) throw new TypeError('no network');
    if (typeof answer === 'number') return new Response(null, { status: answer });
    if (typeof answer === 'string') return new Response(answer, { status: 200 });
    const [status, headers, body] = answer;
    return new Response(body ? JSON.stringify(body) : null, { status, headers });
  }) as typeof fetch;
  return { asked, get };
}

async function follow(answers: Played[], online = true) {
  const { asked, get } = server(answers);
  const seen: string[] = [];
  const states: Connection[] = [];
  const waits: number[][] = [];
  const told: Gone[] = [];
  const stream = new Stream({
    url: '/stream',
    fetch: get,
    wait: async (...asked) => void waits.push(asked.filter((n) => n !== undefined)),
    isOnline: () => online,
    onEvent: (event) => seen.push(event.data),
    onState: (state) => states.push(state),
    onGone: (why) => told.push(why),
  });
  await stream.run();
  return { asked, seen, states, waits, told, stream };
}

describe('the stream', () => {
  test('resumes behind the last event it has handled', async () => {
    const { asked, seen } = await follow([block(1) + block(2), block(3)]);
    expect(asked).toEqual([undefined, '2', '3']);
    expect(seen).toEqual(['v1', 'v2', 'v3']);
  });
  test('takes no event twice, even if the server says it again', async () => {
    const { seen } = await follow([block(1) + block(2), block(1) + block(2) + block(3)]);
    expect(seen).toEqual(['v1', 'v2', 'v3']);
  });
  test('drops an event that was cut off and gets it whole the next time', async () => {
    const { asked, seen } = await follow([block(1) + 'id: 2\ndata: v', block(2)]);
    expect(asked[1]).toBe('1');
    expect(seen).toEqual(['v1', 'v2']);
  });
  test('goes on after errors of the server and of the network', async () => {
    const { seen, states } = await follow([block(1), 503, 0, block(2)]);
    expect(seen).toEqual(['v1', 'v2']);
    expect(states).toEqual(['live', 'reconnecting', 'live', 'gone']);
  });
  test('comes again at once, and without a word, where the server has ended it', async () => {
    const { states, waits } = await follow([block(1), block(2)]);
    expect(states).toEqual(['live', 'gone']);
    expect(waits).toEqual([]);
  });
  test('does not come again at once for ever where the server ends it each time', async () => {
    const { waits } = await follow([block(1), '', '', '']);
    expect(waits).toEqual([[1], [2], [3]]);
  });
  test('waits as long as the server asks for', async () => {
    const { waits, seen } = await follow([[429, { 'retry-after': '7' }], block(1)]);
    expect(waits).toEqual([[0, 7]]);
    expect(seen).toEqual(['v1']);
  });
  test('says why it has no right any more', async () => {
    const { stream, told } = await follow([
      block(1),
      [403, {}, { code: 'not_your_seat', message: 'This is not your seat.' }],
    ]);
    expect(stream.state).toBe('gone');
    expect(told).toEqual([{ status: 403, code: 'not_your_seat', message: 'This is not your seat.' }]);
  });
  test('is gone, too, where the answer has no words', async () => {
    expect((await follow([401])).told).toEqual([{ status: 401, code: '', message: '' }]);
  });
  test('says offline where there is no network', async () => {
    expect((await follow([block(1), 0], false)).states).toContain('offline');
  });
  test('ends where the table is gone', async () => {
    expect((await follow([404])).stream.state).toBe('gone');
  });
  test('a handler that fails leaves the event to come again', async () => {
    const { get, asked } = server([block(1), block(1)]);
    let failures = 1;
    const seen: string[] = [];
    const stream = new Stream({
      url: '/s',
      fetch: get,
      wait: () => Promise.resolve(),
      onEvent: (event) => {
        if (failures-- > 0) throw new Error('not now');
        seen.push(event.data);
      },
    });
    await stream.run();
    expect(asked).toEqual([undefined, undefined, '1']);
    expect(seen).toEqual(['v1']);
  });
  test('closes for good', async () => {
    const { get } = server([block(1), block(2)]);
    const seen: string[] = [];
    const stream = new Stream({
      url: '/s',
      fetch: get,
      wait: () => Promise.resolve(),
      onEvent: (e) => {
        seen.push(e.data);
        stream.close();
      },
    });
    await stream.run();
    expect(seen).toEqual(['v1']);
    expect(stream.state).toBe('closed');
  });
});
