import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Change } from '../changes';
import { ApiError, type Trouble } from '../model';
import { oldestFirst, type Alter, type Snapshot, type Store } from './store';

/**
 * A change as it lies in the database, which keeps no classes. place is its place
 * in the queue, because clocks are set back; earlier versions wrote none.
 */
type KeptChange = Omit<Change, 'error'> & { userId: string; place?: number; error?: Trouble & { status: number; code: string } };

interface Schema extends DBSchema {
  changes: { key: [string, string]; value: KeptChange };
  snapshots: { key: string; value: Snapshot };
  meta: { key: 'person'; value: string };
}

type Database = IDBPDatabase<Schema>;

/** The name and version of the database; a new version gets its step in upgrade. */
export const databaseName = 'voicememo';
const databaseVersion = 1;

/** How a browser says that the connection is gone; nothing of what was asked has been done then. */
const dropped = ['InvalidStateError', 'AbortError', 'UnknownError'];

/** A store in the browser's IndexedDB. It opens again when the browser has closed it. */
export class IndexedStore implements Store {
  private database: Promise<Database> | undefined;

  constructor(private readonly name = databaseName) {}

  async person(): Promise<string> {
    return (await this.use((db) => db.get('meta', 'person'))) ?? '';
  }

  enter(userId: string): Promise<void> {
    return this.use(async (db) => {
      const tx = db.transaction(['meta', 'snapshots'], 'readwrite');
      const before = await tx.objectStore('meta').get('person');
      if (before !== userId) await tx.objectStore('snapshots').clear();
      await tx.objectStore('meta').put(userId, 'person');
      await tx.done;
    });
  }

  snapshot(userId: string): Promise<Snapshot | undefined> {
    return this.use((db) => db.get('snapshots', userId));
  }

  keep(userId: string, snapshot: Snapshot): Promise<void> {
    return this.use(async (db) => {
      const tx = db.transaction(['meta', 'snapshots'], 'readwrite');
      if ((await tx.objectStore('meta').get('person')) === userId) await tx.objectStore('snapshots').put(snapshot, userId);
      await tx.done;
    });
  }

  alter(userId: string, change: Alter): Promise<readonly Change[]> {
    return this.use(async (db) => {
      const tx = db.transaction('changes', 'readwrite', { durability: 'strict' });
      const rows = (await tx.store.getAll(mine(userId))).sort(byPlace);
      const before = rows.map(revived);
      const after = change(before);
      const left = new Set(after.map((c) => c.key));
      const writes: Promise<unknown>[] = before.filter((c) => !left.has(c.key)).map((c) => tx.store.delete([userId, c.key]));
      for (const { c, place } of placed(after, rows)) {
        const kept = rows[before.indexOf(c)];
        if (kept?.place !== place) writes.push(tx.store.put({ ...flat(userId, c), place }));
      }
      await Promise.all([...writes, tx.done]);
      return after;
    });
  }

  wipe(userId: string, changes: boolean): Promise<void> {
    return this.use(async (db) => {
      const tx = db.transaction(['meta', 'snapshots', 'changes'], 'readwrite');
      await tx.objectStore('meta').delete('person');
      await tx.objectStore('snapshots').clear();
      if (changes) await tx.objectStore('changes').delete(mine(userId));
      await tx.done;
    });
  }

  /** Closes the database; the next use opens it again. */
  async close(): Promise<void> {
    const open = this.database;
    this.database = undefined;
    (await open)?.close();
  }

  /**
   * Does something with the open database; once more with a new connection when the
   * browser has dropped the old one, as phones do to a page that was out of sight.
   */
  private async use<T>(job: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await job(await this.open());
    } catch (e) {
      if (!(e instanceof DOMException) || !dropped.includes(e.name)) throw e;
      await this.close().catch(() => undefined);
      return job(await this.open());
    }
  }

  private open(): Promise<Database> {
    const forget = () => (this.database = undefined);
    this.database ??= openDB<Schema>(this.name, databaseVersion, {
      upgrade(db) {
        db.createObjectStore('changes', { keyPath: ['userId', 'key'] });
        db.createObjectStore('snapshots');
        db.createObjectStore('meta');
      },
      blocking: () => void this.close(), // a newer page wants another version
      terminated: forget,
    });
    this.database.catch(forget);
    return this.database;
  }
}

/** The keys of a person's changes: an array sorts after every string. */
const mine = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);

const byPlace = (a: KeptChange, b: KeptChange): number => (a.place ?? 0) - (b.place ?? 0) || oldestFirst(a, b);

/** Changes with their places, which rise; one keeps its place where it can. */
function placed(queue: readonly Change[], rows: readonly KeptChange[]): { c: Change; place: number }[] {
  const places = new Map(rows.map((row) => [row.key, row.place ?? 0]));
  let last = 0;
  return queue.map((c) => ({ c, place: (last = Math.max(places.get(c.key) ?? 0, last + 1)) }));
}

function flat(userId: string, { error, ...change }: Change): KeptChange {
  if (!error) return { ...change, userId };
  const { status, code, detail, reason, retryAfter } = error;
  return { ...change, userId, error: { status, code, detail, reason, retryAfter } };
}

function revived({ userId: _, place: __, error, ...change }: KeptChange): Change {
  return error ? { ...change, error: new ApiError(error.status, error.code, error) } : change;
}
