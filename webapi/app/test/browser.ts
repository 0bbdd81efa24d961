// What of a browser the page touches when it starts, for tests that run it
// whole. It must be imported before the page.
import 'fake-indexeddb/auto';

const items = () => {
  const map = new Map<string, string>();
  return {
    get length() { return map.size; },
    key: (i: number) => [...map.keys()][i] ?? null,
    getItem: (k: string) => map.get(k) ?? null,
    setItem: (k: string, v: string) => void map.set(k, v),
    removeItem: (k: string) => void map.delete(k),
  };
};

/** The address bar. */
export const address = { pathname: '/', search: '', hash: '', assign: (to: string) => void left.push(to), replace: (to: string) => void left.push(to) };

/** The addresses that the page has gone to by leaving. */
export const left: string[] = [];

const go = (_: unknown, __: string, to: string) => {
  const url = new URL(to, 'http://localhost');
  Object.assign(address, { pathname: url.pathname, search: url.search, hash: url.hash });
};

class Sight extends EventTarget {
  visibilityState = 'visible';
  getElementById = () => null;
}

/** The document; only whether it is in sight, and that nothing is on it. */
export const page = new Sight();

const listeners = new EventTarget();

/** The streams of hints that were opened. */
export const streams: (EventTarget & { readyState: number })[] = [];

class FakeEventSource extends EventTarget {
  readyState = 1;
  constructor() {
    super();
    streams.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
}

const globals = {
  navigator: { languages: ['en'] },
  location: address,
  history: { pushState: go, replaceState: go },
  scrollTo: () => undefined,
  document: page,
  sessionStorage: items(),
  localStorage: items(),
  EventSource: FakeEventSource,
  BroadcastChannel: undefined,
  addEventListener: listeners.addEventListener.bind(listeners),
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
};
for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

/** Timers of the page do not keep a test waiting; a test that waits takes those of node:timers/promises. */
const { setTimeout: timeout, setInterval: interval } = globalThis;
globalThis.setTimeout = ((...args: Parameters<typeof timeout>) => timeout(...args).unref()) as typeof timeout;
globalThis.setInterval = ((...args: Parameters<typeof interval>) => interval(...args).unref()) as typeof interval;

/** Tells the page something, as the window does. */
export const windowEvent = (kind: string, more: object = {}): boolean => listeners.dispatchEvent(Object.assign(new Event(kind), more));
