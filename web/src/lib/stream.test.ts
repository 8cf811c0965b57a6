import { describe, expect, test } from 'vitest';
import { EventParser, Stream, type Connection } from './stream.ts';

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

/** A server that plays these answers one after the other; each is the text before the connection is lost. */
function server(answers: (string | number)[]) {
  const asked: (string | undefined)[] = [];
  const get = (async (_url: string, init: RequestInit) => {
    asked.push((init.headers as Record<string, string>)['last-event-id']);
    const answer = answers.shift() ?? 404;
    if (typeof answer === 'number')
      return answer === 0 ? Promise.reject(new TypeError('no network')) : new Response(null, { status: answer });
    return new Response(answer, { status: 200 });
  }) as typeof fetch;
  return { asked, get };
}

async function follow(answers: (string | number)[], online = true) {
  const { asked, get } = server(answers);
  const seen: string[] = [];
  const states: Connection[] = [];
  const stream = new Stream({
    url: '/stream',
    fetch: get,
    wait: () => Promise.resolve(),
    isOnline: () => online,
    onEvent: (event) => seen.push(event.data),
    onState: (state) => states.push(state),
  });
  await stream.run();
  return { asked, seen, states, stream };
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
    expect(states).toEqual(['live', 'reconnecting', 'live', 'reconnecting', 'gone']);
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
