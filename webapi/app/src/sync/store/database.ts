import { type DBSchema, type IDBPDatabase, wrap } from 'idb';
import { erase } from './erase';

/** The part of the Storage Buckets API (https://wicg.github.io/storage-buckets/) that is used here. */
interface Buckets {
  open(
    name: string,
    options: { persisted: boolean },
  ): Promise<{ indexedDB: IDBFactory; persisted(): Promise<boolean>; persist(): Promise<boolean> }>;
  delete(name: string): Promise<void>;
}

/** Names of the errors by which a browser reports a lost connection; nothing of the operation has been done then. */
const dropped = ['InvalidStateError', 'AbortError', 'UnknownError'];

const version = 1;

/**
 * A database that can be removed with every byte of it. Chromium has one file for all databases of a site and may keep
 * deleted records in it; a separate bucket is removed from the disk immediately. Other browsers, which have no buckets,
 * have a file for each database.
 */
export class Database<S extends DBSchema> {
  private opened: Promise<IDBPDatabase<S>> | undefined;
  private readonly running = new Set<Promise<unknown>>();
  private removing: Promise<void> | undefined;

  /** The name has at most 64 small letters, digits and hyphens. lasting: asks for persistent storage. */
  constructor(
    private readonly databases: () => IDBFactory,
    private readonly name: string,
    private readonly create: (db: IDBDatabase) => void,
    private readonly lasting = false,
  ) {}

  /**
   * Runs an operation on the open database; again with a new connection if the browser has dropped the old one, as
   * phones do to a hidden page, or if another tab has removed the database.
   */
  use<T>(job: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    if (this.removing !== undefined) return this.removing.then(() => this.use(job));
    const run = this.attempt(job);
    const ended = run
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => void this.running.delete(ended));
    this.running.add(ended);
    return run;
  }

  /** Removes the database after running operations are over; the next use makes an empty one. */
  remove(): Promise<void> {
    this.removing ??= this.removeNow().finally(() => (this.removing = undefined));
    return this.removing;
  }

  private async removeNow(): Promise<void> {
    await Promise.all(this.running);
    await this.close();
    await (buckets()?.delete(this.name) ?? erase(this.databases(), this.name));
  }

  /** Asks again for persistent storage of the database; false: without buckets, it can only be the whole site's. */
  async persist(): Promise<boolean> {
    const bucket = await this.bucket();
    if (bucket && !(await bucket.persisted())) await bucket.persist();
    return !!bucket;
  }

  /** Closes the database; the next use opens it again. */
  async close(): Promise<void> {
    const { opened } = this;
    this.opened = undefined;
    (await opened?.catch(() => undefined))?.close();
  }

  private async attempt<T>(job: (db: IDBPDatabase<S>) => Promise<T>): Promise<T> {
    try {
      return await job(await this.open());
    } catch (e) {
      if (!(e instanceof DOMException) || !dropped.includes(e.name)) throw e;
      await this.close();
      return job(await this.open());
    }
  }

  private open(): Promise<IDBPDatabase<S>> {
    if (!this.opened) {
      const opening = (this.opened = this.connect());
      opening.catch(() => this.opened === opening && (this.opened = undefined));
    }
    return this.opened;
  }

  private async connect(): Promise<IDBPDatabase<S>> {
    const factory = (await this.bucket())?.indexedDB ?? this.databases();
    const request = factory.open(this.name, version);
    request.onupgradeneeded = () => this.create(request.result);
    const db = (await wrap(request)) as unknown as IDBPDatabase<S>;
    db.addEventListener('versionchange', () => void this.close()); // another tab removes it
    db.addEventListener('close', () => (this.opened = undefined));
    return db;
  }

  private bucket() {
    return buckets()?.open(this.name, { persisted: this.lasting });
  }
}

/** The browser's buckets; undefined if there are none, as on plain http. */
const buckets = () => (globalThis.navigator as { storageBuckets?: Buckets } | undefined)?.storageBuckets;
