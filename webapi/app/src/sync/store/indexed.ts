import type { DBSchema, IDBPDatabase } from 'idb';
import type { Change } from '../changes';
import { ApiError, type Trouble } from '../model';
import { Database } from './database';
import { type Alter, oldestFirst, type SeenMembers, type Snapshot, type Store, type Written } from './store';

/** A stored change, without classes. place is its place in the queue, because clocks are set back. */
export type KeptChange = Omit<Change, 'error'> & { place: number; error?: Trouble & { status: number; code: string } };

/** The readable data of the person who is signed in. */
interface Readable extends DBSchema {
  meta: { key: 'person'; value: string };
  snapshots: { key: string; value: Snapshot };
  seen: { key: string; value: SeenMembers };
}

/** One person's unsent changes and drafts. */
interface Unsent extends DBSchema {
  changes: { key: string; value: KeptChange };
  written: { key: string; value: Written };
}

/** How long after closing a tab its person counts as about to delete the account, in milliseconds. */
const closingFor = 24 * 60 * 60 * 1000;

/**
 * A store in the browser's IndexedDB: one database of what can be read, and one for
 * each person of unsent texts. Each is removed as a whole, since records that are
 * deleted one by one stay on the disk; see Database.
 */
export class IndexedStore implements Store {
  private readonly readable: Database<Readable>;
  private readonly people = new Map<string, Promise<Database<Unsent>>>();

  /** time returns Unix milliseconds. */
  constructor(
    private readonly databases: () => IDBFactory = () => indexedDB,
    private readonly time: () => number = () => Date.now(),
  ) {
    this.readable = new Database<Readable>(databases, 'voicememo-readable', (db) => {
      for (const store of ['meta', 'snapshots', 'seen']) db.createObjectStore(store);
    });
  }

  async person(): Promise<string> {
    return (await this.read<string>('meta', 'person')) ?? '';
  }

  async enter(userId: string): Promise<void> {
    const before = await this.person();
    if (before && before !== userId) await this.readable.remove();
    await this.readable.use((db) => db.put('meta', userId, 'person'));
  }

  snapshot(userId: string): Promise<Snapshot | undefined> {
    return this.read('snapshots', userId);
  }

  keep(userId: string, snapshot: Snapshot): Promise<void> {
    return this.keepFor(userId, 'snapshots', snapshot);
  }

  seen(userId: string): Promise<SeenMembers | undefined> {
    return this.read('seen', userId);
  }

  keepSeen(userId: string, seen: SeenMembers): Promise<void> {
    return this.keepFor(userId, 'seen', seen);
  }

  async alter(userId: string, change: Alter): Promise<readonly Change[]> {
    return (await this.unsent(userId)).use(async (db) => {
      const tx = watched(db.transaction('changes', 'readwrite', { durability: 'strict' }));
      const rows = (await tx.store.getAll()).sort((a, b) => a.place - b.place || oldestFirst(a, b));
      const before = rows.map(revived);
      const after = change(before);
      const left = new Set(after.map((c) => c.key));
      const writes: Promise<unknown>[] = before.filter((c) => !left.has(c.key)).map((c) => tx.store.delete(c.key));
      for (const { c, place } of placed(after, rows)) {
        const kept = rows[before.indexOf(c)];
        if (kept?.place !== place) writes.push(tx.store.put({ ...flat(c), place }));
      }
      await Promise.all([...writes, tx.done]);
      return after;
    });
  }

  async written(userId: string, tab: string): Promise<Written | undefined> {
    return (await this.unsent(userId)).use(async (db) => {
      const tx = watched(db.transaction('written', 'readwrite'));
      for (let row = await tx.store.openCursor(); row; row = await row.continue()) {
        const { draft, edits, closing, at } = row.value;
        if (row.key === tab || !closing || at > this.time() - closingFor) continue;
        await (draft || edits.length > 0 ? row.update({ ...row.value, closing: 0 }) : row.delete());
      }
      const kept = await tx.store.get(tab);
      await tx.done;
      return kept;
    });
  }

  async allWritten(userId: string): Promise<[string, Written][]> {
    return (await this.unsent(userId)).use(async (db) => {
      const tx = watched(db.transaction('written'));
      const [tabs, all] = await Promise.all([tx.store.getAllKeys(), tx.store.getAll()]);
      await tx.done;
      return all.map((written, i) => [tabs[i]!, written]);
    });
  }

  async write(userId: string, tab: string, written: Written | undefined): Promise<void> {
    const database = await this.unsent(userId);
    if (!written && !userId) return database.remove();
    await database.use(async (db) => {
      const tx = watched(db.transaction('written', 'readwrite'));
      const done = written ? tx.store.put(written, tab) : tx.store.delete(tab);
      tx.commit(); // the page may end without another event
      await Promise.all([done, tx.done]);
    });
  }

  async persist(userId: string): Promise<boolean> {
    return (await this.unsent(userId)).persist();
  }

  async wipe(userId: string, all: boolean): Promise<void> {
    await this.readable.remove();
    if (!userId) return;
    const database = await this.unsent(userId);
    if (all || (await database.use(isEmpty))) await database.remove();
  }

  /** Closes the databases; the next use opens them again. */
  async close(): Promise<void> {
    await Promise.all([
      this.readable.close(),
      ...[...this.people.values()].map(async (database) => (await database).close()),
    ]);
  }

  /** Reads a record and waits for the end of its transaction, since a removal would abort it. */
  private read<T>(store: 'meta' | 'snapshots' | 'seen', key: string): Promise<T | undefined> {
    return this.readable.use(async (db) => {
      const tx = watched(db.transaction(store));
      const value = await tx.store.get(key as 'person');
      await tx.done;
      return value as T | undefined;
    });
  }

  private keepFor(userId: string, store: 'snapshots' | 'seen', value: Snapshot | SeenMembers): Promise<void> {
    return this.readable.use(async (db) => {
      const tx = watched(db.transaction(['meta', store], 'readwrite'));
      if ((await tx.objectStore('meta').get('person')) === userId)
        await tx.objectStore(store).put(value as never, userId);
      await tx.done;
    });
  }

  private unsent(userId: string): Promise<Database<Unsent>> {
    let database = this.people.get(userId);
    if (!database) {
      database = nameOf(userId).then(
        (name) =>
          new Database<Unsent>(
            this.databases,
            `voicememo-unsent-${name}`,
            (db) => {
              db.createObjectStore('changes', { keyPath: 'key' });
              db.createObjectStore('written');
            },
            true,
          ),
      );
      this.people.set(userId, database);
    }
    return database;
  }
}

async function isEmpty(db: IDBPDatabase<Unsent>): Promise<boolean> {
  const tx = watched(db.transaction(['changes', 'written']));
  const counts = await Promise.all([tx.objectStore('changes').count(), tx.objectStore('written').count()]);
  await tx.done;
  return counts.every((n) => n === 0);
}

/** A transaction whose failure is handled: if it fails, the operation that began it fails. */
function watched<T extends { done: Promise<void> }>(tx: T): T {
  tx.done.catch(() => undefined);
  return tx;
}

/** A name for a person's database that does not reveal the person, except on plain http, where the browser has no digests. */
async function nameOf(userId: string): Promise<string> {
  const bytes = new TextEncoder().encode(userId);
  const named = crypto.subtle ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, 16) : bytes;
  return [...named].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Changes with rising places; a change keeps its place if possible. */
function placed(queue: readonly Change[], rows: readonly KeptChange[]): { c: Change; place: number }[] {
  const places = new Map(rows.map((row) => [row.key, row.place]));
  let last = 0;
  return queue.map((c) => ({ c, place: (last = Math.max(places.get(c.key) ?? 0, last + 1)) }));
}

function flat({ error, ...change }: Change): Omit<KeptChange, 'place'> {
  if (!error) return change;
  const { status, code, detail, reason, retryAfter } = error;
  return { ...change, error: { status, code, detail, reason, retryAfter } };
}

/** A stored change. A conflict of earlier versions is sent again, unless it is a text: it is merged now. */
export function revived({ place: _, error, theirs, ...change }: KeptChange): Change {
  const { state, tries } = change;
  if (state === 'conflict' && change.kind !== 'edit') return { ...change, state: 'waiting', tries: tries - 1 };
  return {
    ...change,
    ...(theirs && { theirs }),
    ...(error && { error: new ApiError(error.status, error.code, error) }),
  };
}
