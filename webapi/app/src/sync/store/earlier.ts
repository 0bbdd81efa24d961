import type { Change } from '../changes';
import type { KeptChange } from './indexed';
import type { Edit, Snapshot, Store } from './store';

/** The part of Storage that is used here. */
export type Items = Pick<Storage, 'getItem' | 'removeItem' | 'key' | 'length'>;

/** The places where earlier versions may have left data, and the parts of the present version that take it over. */
export interface Earlier {
  browser: Items;
  tab: Items;
  tabName: string;
  revived(row: KeptChange): Change;
  databases: IDBFactory;
  erase(databases: IDBFactory, name: string): Promise<void>;
}

/** The one database that earlier versions had for all persons. */
const database = 'voicememo';

/** Where the first versions kept unsent memos: one item for each, under its person and key. */
const prefix = 'unsent/';

/** A change of the earlier database. Its first versions stored no places. */
type EarlierChange = Omit<KeptChange, 'place'> & { userId: string; place?: number };

/**
 * Takes over the data of earlier versions of the page, of every person, and removes it from its old place after it is
 * stored in the new one. It imports nothing of the page, so that the bundler does not split the page for it.
 */
export async function takeOver(from: Earlier, store: Store): Promise<void> {
  await takeItems(from.browser, store);
  await takeDatabase(from, store);
  await takeText(from, store);
  from.browser.removeItem('familySeen');
}

async function takeItems(from: Items, store: Store): Promise<void> {
  const names = Array.from({ length: from.length }, (_, i) => from.key(i) ?? '')
    .filter((name) => name.startsWith(prefix))
    .sort(); // keys rise with time
  for (const name of names) {
    const end = name.lastIndexOf('/');
    const change = changeOf(name.slice(end + 1), from.getItem(name));
    if (change) await append(store, name.slice(prefix.length, end), change);
    from.removeItem(name);
  }
}

/** The item as a change. Earlier versions sent it immediately, so that it may have arrived. */
function changeOf(key: string, item: string | null): Change | undefined {
  try {
    const { content, at } = JSON.parse(item ?? '') as { content?: unknown; at?: unknown };
    if (typeof content !== 'string' || typeof at !== 'number') return undefined;
    return { key, kind: 'add', content, at, state: 'waiting', tries: 1 };
  } catch {
    return undefined;
  }
}

async function takeDatabase({ databases, revived, erase }: Earlier, store: Store): Promise<void> {
  const db = await open(databases);
  if (!db) return;
  try {
    const rows = await got<EarlierChange[]>(read(db, 'changes').getAll());
    for (const { userId, ...row } of rows.sort(
      (a, b) => (a.place ?? 0) - (b.place ?? 0) || a.at - b.at || (a.key < b.key ? -1 : 1),
    )) {
      await append(store, userId, revived({ place: 0, ...row }));
    }
    const person = await got<string | undefined>(read(db, 'meta').get('person'));
    if (person && !(await store.person())) await takeSnapshot(db, person, store);
  } finally {
    db.close();
  }
  await erase(databases, database);
}

async function takeSnapshot(db: IDBDatabase, person: string, store: Store): Promise<void> {
  const snapshot = await got<Snapshot | undefined>(read(db, 'snapshots').get(person));
  await store.enter(person);
  if (snapshot) await store.keep(person, snapshot);
}

/** Opens the database; undefined if there is none. */
async function open(databases: IDBFactory): Promise<IDBDatabase | undefined> {
  const request = databases.open(database);
  request.onupgradeneeded = () => request.transaction?.abort(); // it did not exist
  return got<IDBDatabase>(request).catch(() => undefined);
}

const read = (db: IDBDatabase, name: string) => db.transaction(name).objectStore(name);

const got = <T>(request: IDBRequest) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error);
  });

const append = (store: Store, userId: string, change: Change) =>
  store.alter(userId, (queue) => (queue.some((c) => c.key === change.key) ? queue : [...queue, change]));

/** The drafts of this tab. */
async function takeText({ tab, tabName }: Earlier, store: Store): Promise<void> {
  const draft = tab.getItem('draft') ?? '';
  const { writer, edits = [] } = JSON.parse(tab.getItem('edits') ?? '{}') as {
    writer?: string;
    edits?: [string, Edit][];
  };
  const userId = tab.getItem('draftWriter') ?? writer ?? '';
  const kept = await store.written(userId, tabName);
  if (!kept && (draft || edits.length > 0)) {
    await store.write(userId, tabName, { draft, edits: writer === userId ? edits : [], closing: 0, at: Date.now() });
  }
  for (const name of ['draft', 'draftWriter', 'edits', 'closing']) tab.removeItem(name);
}
