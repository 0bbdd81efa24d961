import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Browser } from '../../src/browser/browser';
import type { Tabs } from '../../src/browser/tabs';
import type { TabMessage } from '../../src/sync/tab_message';

/** A storage for a page. */
type Items = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** An empty storage; changed receives the name of each item that is written or removed. */
export function fakeItems(map = new Map<string, string>(), changed: (name: string) => void = () => undefined): Items {
  return {
    get length() {
      return map.size;
    },
    key: (i) => [...map.keys()][i] ?? null,
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, value) => {
      map.set(name, value);
      changed(name);
    },
    removeItem: (name) => {
      map.delete(name);
      changed(name);
    },
  };
}

/** A browser on a separate device: the state that all its tabs share. */
export class FakeBrowser {
  readonly databases = new IDBFactory();

  /** The items of localStorage. A test that writes here sends no storage event. */
  readonly items = new Map<string, string>();

  private readonly tabs: FakeTab[] = [];
  private readonly locks = new Map<string, Promise<void>>();

  /** The names for which a job runs. */
  readonly held = new Set<string>();

  /** Opens a tab at an address. */
  open(address = '/'): FakeTab {
    const tab = new FakeTab(this, address);
    this.tabs.push(tab);
    return tab;
  }

  /** Sends the storage event to the other tabs, as a browser does. */
  stored(by: FakeTab, key: string): void {
    for (const tab of this.others(by)) queueMicrotask(() => tab.event('storage', { key }));
  }

  /** Passes a tab's message to the other tabs. */
  tell(by: FakeTab, message: TabMessage): void {
    for (const tab of this.others(by)) queueMicrotask(() => tab.heard?.(structuredClone(message)));
  }

  /** Runs jobs of one name one after the other. */
  async alone(name: string, job: () => Promise<void>): Promise<void> {
    const turn = (this.locks.get(name) ?? Promise.resolve())
      .then(() => this.held.add(name))
      .then(job)
      .finally(() => this.held.delete(name));
    this.locks.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  }

  private others(by: FakeTab): FakeTab[] {
    return this.tabs.filter((tab) => tab !== by);
  }
}

/** An event target that holds the signal of a listener; the garbage collection of Node.js 20 may lose it. */
class Target extends EventTarget {
  override addEventListener(kind: string, heard: EventListener, { signal }: { signal?: AbortSignal } = {}): void {
    if (signal?.aborted) return;
    super.addEventListener(kind, heard);
    signal?.addEventListener('abort', () => this.removeEventListener(kind, heard));
  }
}

/** A media query. */
class FakeQuery extends Target {
  matches = false;
}

class FakeDocument extends Target {
  visibilityState = 'visible';
  cookie = '';
  getElementById = () => null;
}

/** A tab of a browser. */
export class FakeTab {
  /** The address bar. */
  readonly address = {
    pathname: '/',
    search: '',
    hash: '',
    assign: (to: string) => void this.left.push(to),
    replace: (to: string) => void this.left.push(to),
    reload: () => void this.left.push('reload'),
  };

  /** The addresses of the navigations that left the page. */
  readonly left: string[] = [];

  /** The listener for messages of other tabs. */
  heard: ((message: TabMessage) => void) | undefined;

  /** The items of sessionStorage. */
  readonly items = new Map<string, string>();

  /** The browser's interface for the page in the tab. A test may extend it, and its navigator. */
  readonly window: Browser & { navigator: { serviceWorker?: object } };

  private readonly events = new Target();
  readonly document = new FakeDocument();
  private readonly queries = new Map<string, FakeQuery>();
  private entries: { address: string; state: unknown }[];

  constructor(
    private readonly browser: FakeBrowser,
    address: string,
  ) {
    this.entries = [{ address, state: null }];
    this.show(address);
    this.window = Object.assign(this.events, {
      document: this.document,
      location: this.address,
      history: this.history,
      localStorage: fakeItems(browser.items, (name) => browser.stored(this, name)),
      sessionStorage: fakeItems(this.items),
      indexedDB: browser.databases,
      matchMedia: (query: string) => this.query(query),
      navigator: { userAgent: 'Mozilla/5.0', maxTouchPoints: 0 },
      print: () => undefined,
      scrollTo: () => undefined,
    }) as unknown as Browser;
  }

  /** The address bar of the tab. */
  get shown(): string {
    const { pathname, search, hash } = this.address;
    return pathname + search + hash;
  }

  /** Changes the address bar, as a person does, without an event. */
  show(address: string): void {
    const { pathname, search, hash } = new URL(address, 'http://localhost');
    Object.assign(this.address, { pathname, search, hash });
  }

  /** The history for the page; going back is asynchronous. */
  readonly history = {
    state: null as unknown,
    scrollRestoration: 'auto',
    pushState: (state: unknown, _: string, address: string) => this.enter([...this.entries, { address, state }]),
    replaceState: (state: unknown, _: string, address: string) =>
      this.enter([...this.entries.slice(0, -1), { address, state }]),
    back: () => void setImmediate(() => this.back()),
  };

  /** The addresses of the tab's history, the current one last. */
  get steps(): string[] {
    return this.entries.map(({ address }) => address);
  }

  /** Goes back in the tab's history. */
  back(): void {
    this.enter(this.entries.slice(0, -1));
    this.event('popstate');
  }

  /** Dispatches an event of the window. */
  event(kind: string, more: object = {}): void {
    this.events.dispatchEvent(Object.assign(new Event(kind, { cancelable: true }), more));
  }

  /** Hides the tab, or shows it again. */
  see(visible: boolean): void {
    this.document.visibilityState = visible ? 'visible' : 'hidden';
    this.document.dispatchEvent(new Event('visibilitychange'));
  }

  /** Sets the answers to the page's media queries, now and from now on. */
  fit(query: string, matches: boolean): void {
    this.query(query).matches = matches;
    this.query(query).dispatchEvent(new Event('change'));
  }

  /** The page's channel to the other tabs. */
  tabs(): Tabs<TabMessage> {
    let open = true;
    return {
      tell: (message) => {
        if (open) this.browser.tell(this, message);
      },
      hear: (heard) => void (this.heard = heard),
      alone: (name, job) => this.browser.alone(name, job),
      held: async () => new Set(this.browser.held),
      close: () => {
        open = false;
        this.heard = undefined;
      },
    };
  }

  private enter(entries: { address: string; state: unknown }[]): void {
    this.entries = entries;
    const { address, state } = entries.at(-1)!;
    this.history.state = state;
    this.show(address);
  }

  private query(query: string): FakeQuery {
    let known = this.queries.get(query);
    if (!known) this.queries.set(query, (known = new FakeQuery()));
    return known;
  }
}
