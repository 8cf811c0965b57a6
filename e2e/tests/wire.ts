// A wire between one browser and the server: it keeps every byte that comes from the server, and it can be cut.

import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

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

  /** All that came from the server, a text for each connection, without the marks between the parts of an answer. */
  heard(): string {
    return this.#heard.map((bytes) => Buffer.concat(bytes).toString('utf8').replace(/\r\n[0-9a-f]+\r\n/g, '')).join('\n');
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
