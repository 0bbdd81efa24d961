import { signal } from '@preact/signals';
import type { Change } from '../changes';
import { MemoryStore } from './memory';
import type { Alter, SeenMembers, Snapshot, Store, Written } from './store';

/** How long the browser may take for one step, in milliseconds; some hang instead of refusing. */
const patience = 3000;

/**
 * A store that continues in memory when the browser refuses storage, and says so once. It keeps the changes that were
 * known.
 */
export class SturdyStore implements Store {
  /** Whether the browser refused: stored data is lost when the page closes. */
  readonly refused = signal(false);

  /** How many texts and changes are being written to the disk. */
  readonly unwritten = signal(0);

  private readonly known = new Map<string, readonly Change[]>();
  private fallback: MemoryStore | undefined;

  constructor(
    private readonly first: Store,
    private readonly tell: () => void,
    private readonly within = patience,
  ) {}

  person = () => this.attempt((s) => s.person());
  enter = (userId: string) => {
    this.who = userId;
    return this.attempt((s) => s.enter(userId));
  };
  snapshot = (userId: string) => this.attempt((s) => s.snapshot(userId));
  keep = (userId: string, snapshot: Snapshot) => this.attempt((s) => s.keep(userId, snapshot));
  seen = (userId: string) => this.attempt((s) => s.seen(userId));
  keepSeen = (userId: string, seen: SeenMembers) => this.attempt((s) => s.keepSeen(userId, seen));
  written = (userId: string, tab: string) => this.attempt((s) => s.written(userId, tab));
  allWritten = (userId: string) => this.attempt((s) => s.allWritten(userId));
  write = (userId: string, tab: string, written: Written | undefined) =>
    this.writing((s) => s.write(userId, tab, written));
  persist = (userId: string) => (this.fallback ?? this.first).persist(userId).catch(() => false); // one refusal does not concern the other steps

  /** Also wipes the data stored before the browser refused, if it allows that now. */
  async wipe(userId: string, all: boolean): Promise<void> {
    const { fallback } = this;
    await this.attempt((s) => s.wipe(userId, all));
    if (fallback) await inTime(this.first.wipe(userId, all), this.within).catch(() => undefined);
  }

  async alter(userId: string, change: Alter): Promise<readonly Change[]> {
    const queue = await this.writing((s) => s.alter(userId, change));
    if (!this.fallback) this.known.set(userId, queue); // otherwise it is the fallback's own, and may have changed since
    return queue;
  }

  private who = '';

  private async writing<T>(step: (store: Store) => Promise<T>): Promise<T> {
    this.unwritten.value = this.unwritten.peek() + 1; // an effect that writes must not depend on it
    try {
      return await this.attempt(step);
    } finally {
      this.unwritten.value = this.unwritten.peek() - 1;
    }
  }

  private async attempt<T>(step: (store: Store) => Promise<T>): Promise<T> {
    if (this.fallback) return step(this.fallback);
    try {
      const done = await inTime(step(this.first), this.within);
      return this.fallback ? step(this.fallback) : done; // another step has switched to memory meanwhile: nothing may be missing there
    } catch {
      if (!this.fallback) {
        this.fallback = new MemoryStore(this.known);
        await this.fallback.enter(this.who);
        this.refused.value = true;
        this.tell();
      }
      return step(this.fallback);
    }
  }
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the browser keeps nothing')), ms);
    work.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
