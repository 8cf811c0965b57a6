// A browser's caches in memory, for tests: as much of them as is used here.

const at = (request: RequestInfo | URL) => {
  const { pathname, search } = new URL(request instanceof Request ? request.url : String(request), 'http://x');
  return pathname + search;
};

class FakeCache {
  readonly kept = new Map<string, Response>();
  match = async (request: RequestInfo | URL) => this.kept.get(at(request))?.clone();
  put = async (request: RequestInfo | URL, answer: Response) => void this.kept.set(at(request), answer);
  delete = async (request: RequestInfo | URL) => this.kept.delete(at(request));
  keys = async () => [...this.kept.keys()].map((path) => new Request(`http://x${path}`));
}

export class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  open = async (name: string) => {
    const found = this.all.get(name) ?? new FakeCache();
    this.all.set(name, found);
    return found;
  };
  has = async (name: string) => this.all.has(name);
  delete = async (name: string) => this.all.delete(name);
  keys = async () => [...this.all.keys()];
  /** What is in one of them. */
  paths = (name: string) => [...(this.all.get(name)?.kept.keys() ?? [])];
}
export const asCaches = (fake: FakeCaches) => fake as unknown as CacheStorage;
