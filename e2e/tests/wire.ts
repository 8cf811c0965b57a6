// A wire between one browser and the server: it keeps every byte that comes from the server, and it can be cut.

import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { constants, inflateRawSync } from 'node:zlib';

/** What came over a connection, as it is read: without the marks between the parts of an answer, streams not compressed. */
function read(bytes: Buffer): string {
  const plain = (part: Buffer) => part.toString('utf8').replace(/\r\n[0-9a-f]+\r\n/g, '');
  const named = bytes.indexOf('text/event-stream');
  if (named < 0) return plain(bytes);
  const end = bytes.indexOf('\r\n\r\n', named) + 4;
  const head = bytes.subarray(bytes.lastIndexOf('HTTP/1.1', named), end).toString('utf8');
  if (!/content-encoding: gzip/i.test(head)) return plain(bytes.subarray(0, end)) + read(bytes.subarray(end));
  const parts: Buffer[] = [];
  let at = end;
  for (let length = 1; length > 0 && at < bytes.length; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) break;
    length = parseInt(bytes.subarray(at, line).toString('latin1'), 16);
    parts.push(bytes.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
  // Ten bytes of a file's head; the end of a stream that goes on has not come.
  const text = inflateRawSync(Buffer.concat(parts).subarray(10), { finishFlush: constants.Z_SYNC_FLUSH });
  return `${plain(bytes.subarray(0, end))}${text.toString('utf8')}${read(bytes.subarray(at))}`;
}

export class Wire {
  readonly url: string;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #heard: Buffer[][] = [];
  #isCut = false;

  private constructor(server: Server, to: URL) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (near) => {
      if (this.#isCut) return void near.destroy();
      const far = connect(Number(to.port), to.hostname);
      const bytes: Buffer[] = [];
      this.#heard.push(bytes);
      far.on('data', (part: Buffer) => bytes.push(part));
      near.pipe(far);
      far.pipe(near);
      for (const [end, other] of [[near, far], [far, near]] as const) {
        this.#open.add(end);
        end.on('error', () => other.destroy());
        end.on('close', () => {
          other.destroy();
          this.#open.delete(end);
        });
      }
    });
  }

  static async to(url: string): Promise<Wire> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new Wire(server, new URL(url));
  }

  /** All that came from the server, a text for each connection. */
  heard(): string {
    return this.#heard.map((bytes) => read(Buffer.concat(bytes))).join('\n');
  }

  /** Nothing goes through any more, and the browser is not told why. */
  cut() {
    this.#isCut = true;
    for (const end of this.#open) end.destroy();
  }

  mend() {
    this.#isCut = false;
  }

  close() {
    this.cut();
    this.#server.close();
  }
}
