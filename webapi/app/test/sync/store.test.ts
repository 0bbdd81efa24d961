import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Change } from '../../src/sync/changes';
import { conclude, enqueue, resolved } from '../../src/sync/changes_queue';
import { ApiError, type Me } from '../../src/sync/model';
import { takeOver } from '../../src/sync/store/earlier';
import { erase } from '../../src/sync/store/erase';
import { IndexedStore, revived } from '../../src/sync/store/indexed';
import { MemoryStore } from '../../src/sync/store/memory';
import type { Snapshot, Store, Written } from '../../src/sync/store/store';
import { SturdyStore } from '../../src/sync/store/sturdy';
import { fakeItems } from '../kit/browser';
import { earlierDatabase } from '../kit/earlier';
import { memoOf } from '../kit/fake_server';

const change = (key: string, at: number, more: Partial<Change> = {}): Change => ({
  key,
  kind: 'add',
  content: key,
  at,
  state: 'waiting',
  tries: 0,
  ...more,
});
const put = (store: Store, userId: string, ...changes: Change[]) =>
  store.alter(userId, (queue) => changes.reduce(enqueue, queue));
const read = (store: Store, userId: string) => store.alter(userId, (queue) => queue);
const keys = (queue: readonly Change[]) => queue.map((c) => c.key);

const snapshotOf = (userId: string): Snapshot => ({
  me: {
    user: { userId, name: 'Taro', isOwner: true, source: 'google' },
    family: { id: 'f1', name: 'F', members: [] },
    settings: {},
  } as Me,
  pages: [{ cursor: '', limit: 50, nextCursor: 'c', etag: '"1"', memos: [memoOf('m1', 'milk', 1)] }],
  trashPages: [],
  own: new Map([['m1', { memo: memoOf('m1', 'milk', 1), at: 5 }]]),
  lastSynced: 7,
});

/** A store in databases of its own. */
function indexed(): IndexedStore {
  const databases = new IDBFactory();
  return new IndexedStore(() => databases);
}

const stores: [string, () => Store][] = [
  ['IndexedDB', () => indexed()],
  ['memory', () => new MemoryStore()],
  ['sturdy', () => new SturdyStore(indexed(), () => assert.fail('it was not to refuse'))],
];
for (const [name, make] of stores) {
  test(`${name}: changes are kept per person, oldest first`, async () => {
    const store = make();
    await put(store, 'u1', change('a', 1), change('b', 2));
    await put(store, 'u2', change('c', 3));
    assert.deepEqual(keys(await read(store, 'u1')), ['a', 'b']);
    assert.deepEqual(keys(await read(store, 'u2')), ['c']);
    assert.deepEqual(await read(store, 'u'), []);
    assert.deepEqual(keys(await store.alter('u1', (queue) => queue.filter((c) => c.key !== 'a'))), ['b']);
    assert.deepEqual(keys(await read(store, 'u1')), ['b']);
  });

  test(`${name}: a snapshot is for the person who is signed in`, async () => {
    const store = make();
    assert.equal(await store.person(), '');
    await store.keep('u1', snapshotOf('u1'));
    assert.equal(await store.snapshot('u1'), undefined);
    await store.enter('u1');
    await store.keep('u1', snapshotOf('u1'));
    await store.enter('u1');
    assert.equal(await store.person(), 'u1');
    assert.deepEqual(await store.snapshot('u1'), snapshotOf('u1'));
    await put(store, 'u1', change('a', 1));
    await store.enter('u2');
    assert.equal(await store.snapshot('u1'), undefined);
    assert.deepEqual(keys(await read(store, 'u1')), ['a']);
  });

  test(`${name}: the end of a session leaves nothing to read, a sign-out nothing at all`, async () => {
    const store = make();
    await store.enter('u1');
    await store.keep('u1', snapshotOf('u1'));
    await put(store, 'u1', change('a', 1));
    await put(store, 'u2', change('b', 1));
    await store.keepSeen('u1', seen);
    await store.write('u1', 'tab1', written('half a thought'));
    await store.wipe('u1', false);
    assert.deepEqual(
      [await store.person(), await store.snapshot('u1'), await store.seen('u1')],
      ['', undefined, undefined],
    );
    assert.deepEqual(keys(await read(store, 'u1')), ['a']);
    assert.equal((await store.written('u1', 'tab1'))?.draft, 'half a thought');
    await store.wipe('u1', true);
    assert.deepEqual([await read(store, 'u1'), keys(await read(store, 'u2'))], [[], ['b']]);
    assert.equal(await store.written('u1', 'tab1'), undefined);
  });

  test(`${name}: what one was writing and has looked at is for its person`, async () => {
    const store = make();
    await store.keepSeen('u1', seen); // not signed in yet
    assert.equal(await store.seen('u1'), undefined);
    await store.enter('u1');
    await store.keepSeen('u1', seen);
    await store.write('u1', 'tab1', written('half a thought'));
    assert.deepEqual([await store.seen('u1'), await store.written('u1', 'tab1')], [seen, written('half a thought')]);
    assert.deepEqual([await store.seen('u2'), await store.written('u2', 'tab1')], [undefined, undefined]);
    await store.write('u1', 'tab1', undefined);
    assert.equal(await store.written('u1', 'tab1'), undefined);
  });
}

const seen = { user: 'u1', family: 'f1', names: { u2: 'Hanako' } };
const written = (draft: string, at = 5e12): Written => ({
  draft,
  edits: [['m1', { memo: memoOf('m1', 'milk', 1), text: 'oats' }]],
  closing: 0,
  at,
});

test('IndexedDB: tabs write apart, and what a closed one was writing stays, also if its person was about to delete the account', async () => {
  const device = new IDBFactory();
  const store = new IndexedStore(() => device);
  const long = Date.now() - 25 * 3600_000;
  await store.write('u1', 'old', { ...written('long ago', long), closing: long });
  await store.write('u1', 'empty', { draft: '', edits: [], closing: long, at: long });
  await store.write('u1', 'tab1', written('one'));
  await store.write('u1', 'tab2', written('two'));
  assert.deepEqual(
    [(await store.written('u1', 'tab1'))?.draft, (await store.written('u1', 'tab2'))?.draft],
    ['one', 'two'],
  );
  assert.deepEqual(await store.written('u1', 'old'), written('long ago', long));
  assert.equal(await store.written('u1', 'empty'), undefined);
});

const databases = async (device: IDBFactory) => (await device.databases()).map(({ name }) => name!).sort();

test('IndexedDB: what is wiped goes with its database, and that of others stays', async () => {
  const device = new IDBFactory();
  const store = new IndexedStore(() => device);
  await store.enter('u1');
  for (const userId of ['u1', 'u2']) await put(store, userId, change('a', 1));
  await store.write('', 'tab1', written('before anybody had signed in'));
  assert.equal((await databases(device)).length, 4);
  for (const name of await databases(device)) assert.doesNotMatch(name, /u1|u2/);
  await store.write('', 'tab1', undefined);
  assert.equal((await databases(device)).length, 3);
  await store.wipe('u1', false);
  assert.equal((await databases(device)).length, 2); // the unsent texts of each person
  await store.wipe('u1', true);
  assert.equal((await databases(device)).length, 1);
  await store.wipe('u2', false);
  assert.equal((await databases(device)).length, 1);
  await store.alter('u2', () => []);
  await store.wipe('u2', false); // nothing is unsent any more
  assert.deepEqual(await databases(device), []);
});

test('IndexedDB: a database is removed once what has begun is over', async () => {
  const device = new IDBFactory();
  const store = new IndexedStore(() => device);
  await Promise.all([store.enter('u1'), put(store, 'u1', change('a', 1))]);
  const writing = [
    put(store, 'u1', change('b', 2)),
    store.keep('u1', snapshotOf('u1')),
    store.write('u1', 't', written('x')),
  ];
  await store.wipe('u1', true);
  await Promise.all(writing);
  assert.deepEqual(await databases(device), []);
});

/** Storage buckets, each with databases of its own. */
function bucketsOf(made: Map<string, IDBFactory>) {
  return {
    open: async (name: string) => {
      assert.match(name, /^[a-z0-9][a-z0-9_-]{0,63}$/); // or the browser refuses it
      if (!made.has(name)) made.set(name, new IDBFactory());
      return { indexedDB: made.get(name)! };
    },
    delete: async (name: string) => void made.delete(name),
  };
}

test('IndexedDB: where the browser has buckets, each database is in one, and goes with it', async (t) => {
  const device = new IDBFactory();
  const made = new Map<string, IDBFactory>();
  Object.defineProperty(globalThis, 'navigator', { value: { storageBuckets: bucketsOf(made) }, configurable: true });
  t.onTestFinished(() => void delete (globalThis as { navigator?: unknown }).navigator);
  const store = new IndexedStore(() => device);
  await store.enter('u1');
  await store.keep('u1', snapshotOf('u1'));
  for (const userId of ['u1', 'accounts.example|ü/2']) await put(store, userId, change('a', 1));
  assert.deepEqual([made.size, await databases(device)], [3, []]);
  await store.wipe('u1', true);
  assert.equal(made.size, 1);
  assert.deepEqual([await store.person(), keys(await read(store, 'u1'))], ['', []]);
});

test('IndexedDB: changes outlive the page whole, errors too', async () => {
  const device = new IDBFactory();
  const store = new IndexedStore(() => device);
  const full = change('a', 1, {
    kind: 'edit',
    memoId: 'm1',
    version: 3,
    base: memoOf('m1', 'milk', 1),
    theirs: memoOf('m1', 'oats', 1),
    state: 'conflict',
    tries: 2,
    error: new ApiError(400, 'invalid', { detail: 'too long', reason: 'too_long', retryAfter: 9 }),
  });
  await put(store, 'u1', full);
  await store.close();
  const [kept] = await read(new IndexedStore(() => device), 'u1');
  const { error, ...rest } = kept!;
  const { error: wanted, ...others } = full;
  assert.deepEqual(rest, others);
  assert.ok(error instanceof ApiError);
  assert.deepEqual(
    [error.status, error.code, error.detail, error.reason, error.retryAfter],
    [wanted!.status, 'invalid', 'too long', 'too_long', 9],
  );
});

for (const [name, make] of stores) {
  test(`${name}: changes stay in the order they were made in, whatever the clock does`, async () => {
    const store = make();
    await put(store, 'u1', change('b', 9000, { tries: 1 }));
    await put(
      store,
      'u1',
      change('a', 2000, { kind: 'edit', memoId: 'b' }),
      change('c', 2000, { kind: 'delete', memoId: 'b' }),
    );
    assert.deepEqual(keys(await read(store, 'u1')), ['b', 'a', 'c']);
  });

  test(`${name}: an insisted edit of a deleted memo stays behind the restore, and before what follows`, async () => {
    const store = make();
    const theirs = memoOf('m1', 'milk', 1, { deleted: true });
    const edit = change('k1', 1, { kind: 'edit', memoId: 'm1', version: 1, base: memoOf('m1', 'milk', 1), tries: 1 });
    await put(store, 'u1', edit, change('k2', 2, { kind: 'delete', memoId: 'm1' }), change('k3', 3));
    await store.alter('u1', (queue) => conclude(queue, 'k1', { is: 'conflict', theirs }));
    await store.alter('u1', (queue) => resolved(queue, 'k1', 'mine', 'k4', 5));
    assert.deepEqual(
      (await read(store, 'u1')).map((c) => c.kind),
      ['restore', 'edit', 'delete', 'add'],
    );
  });
}

test('IndexedDB: a connection that the browser has dropped without a word is opened again', async () => {
  const device = new IDBFactory();
  const store = new IndexedStore(() => device);
  await put(store, 'u1', change('a', 1));
  const { transaction } = IDBDatabase.prototype;
  const dropped = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args: Parameters<typeof transaction>
  ) {
    if (dropped.mock.calls.length === 1) this.close();
    return transaction.apply(this, args);
  });
  assert.deepEqual(keys(await put(store, 'u1', change('b', 2))), ['a', 'b']);
  assert.deepEqual(keys(await read(store, 'u1')), ['a', 'b']);
});

test('IndexedDB: two tabs do not overwrite one another', async () => {
  const device = new IDBFactory();
  const [one, two] = [new IndexedStore(() => device), new IndexedStore(() => device)];
  await Promise.all(Array.from({ length: 30 }, (_, i) => put(i % 2 ? one : two, 'u1', change(`k${i}`, i))));
  assert.equal((await read(one, 'u1')).length, 30);
});

test('IndexedDB: only what has changed is written', async () => {
  const device = new IDBFactory();
  const store = new IndexedStore(() => device);
  await put(store, 'u1', change('a', 1), change('b', 2));
  const before = await read(store, 'u1');
  const after = await store.alter('u1', (queue) => queue.map((c) => (c.key === 'b' ? { ...c, content: 'x' } : c)));
  assert.deepEqual(
    after.map((c) => c.content),
    ['a', 'x'],
  );
  assert.deepEqual(
    (await read(store, 'u1')).map((c) => c.content),
    ['a', 'x'],
  );
  assert.equal(before.length, 2);
});

const refusing = (how: () => Promise<never>) =>
  Object.assign(new MemoryStore(), {
    person: how,
    enter: how,
    snapshot: how,
    keep: how,
    alter: how,
    write: how,
    written: how,
    wipe: how,
  });
const refusals: [string, () => Promise<never>][] = [
  ['refuses', () => Promise.reject(new DOMException('no', 'SecurityError'))],
  ['hangs', () => new Promise<never>(() => undefined)],
];
for (const [name, how] of refusals) {
  test(`a browser that ${name} keeps things in memory and says so once`, async () => {
    let told = 0;
    const store = new SturdyStore(refusing(how), () => told++, 5);
    await store.enter('u1');
    await store.keep('u1', snapshotOf('u1'));
    await put(store, 'u1', change('a', 1));
    assert.deepEqual(keys(await read(store, 'u1')), ['a']);
    assert.equal(await store.person(), 'u1');
    assert.equal(told, 1);
  });
}

test('a browser that begins to refuse does not lose what it kept', async () => {
  const first = new MemoryStore();
  const store = new SturdyStore(first, () => undefined);
  await store.enter('u1');
  await put(store, 'u1', change('a', 1));
  first.alter = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  assert.deepEqual(keys(await put(store, 'u1', change('b', 2))), ['a', 'b']);
  assert.equal(await store.person(), 'u1');
});

test('a browser that is slow for a moment loses nothing of what is written meanwhile', async () => {
  const first = new MemoryStore();
  const store = new SturdyStore(first, () => undefined, 30);
  await store.enter('u1');
  const quick = first.alter.bind(first);
  const slow = (ms: number) =>
    (first.alter = async (...args) => (await new Promise((r) => setTimeout(r, ms)), quick(...args)));
  slow(60);
  const a = put(store, 'u1', change('a', 1)); // takes too long, and goes on in memory
  await new Promise((r) => setTimeout(r, 15));
  slow(25);
  const c = put(store, 'u1', change('c', 2)); // is stored in order, after the other gave up
  await a;
  await put(store, 'u1', change('b', 3));
  await c;
  await new Promise((r) => setTimeout(r, 60));
  assert.deepEqual(keys(await read(store, 'u1')).sort(), ['a', 'b', 'c']);
});

test('a browser that was slow for a moment is wiped as well', async () => {
  const device = new IDBFactory();
  const first = new IndexedStore(() => device);
  const store = new SturdyStore(first, () => undefined, 500);
  await store.enter('u1');
  await store.keep('u1', snapshotOf('u1'));
  await put(store, 'u1', change('a', 1));
  first.alter = () => Promise.reject(new DOMException('slow', 'UnknownError'));
  await put(store, 'u1', change('b', 2)); // goes on in memory
  assert.equal((await databases(device)).length, 2);
  await store.wipe('u1', true);
  assert.deepEqual([await databases(device), await store.person(), await read(store, 'u1')], [[], '', []]);
});

test('a browser that still hangs does not keep a sign-out from wiping the memory', async () => {
  const store = new SturdyStore(refusing(refusals[1]![1]), () => undefined, 5);
  await store.enter('u1');
  await put(store, 'u1', change('a', 1));
  await store.wipe('u1', true);
  assert.deepEqual([await store.person(), await read(store, 'u1')], ['', []]);
});

const itemsOf = (items: Record<string, string>) => fakeItems(new Map(Object.entries(items)));
const nothing = itemsOf({});
const from = (databases: IDBFactory, browser = nothing, tab = nothing) => ({
  browser,
  tab,
  tabName: 'tab1',
  databases,
  revived,
  erase,
});

test('what the first versions left unsent is taken over once, for whoever wrote it', async () => {
  const device = new IDBFactory();
  const store = new MemoryStore();
  const left = {
    'unsent/u1/k1': '{"content":"milk","at":5}',
    'unsent/x/y/k2': '{"content":"eggs","at":6}',
    'unsent/u1/bad': '{',
    other: 'stays',
    familySeen: '{}',
  };
  const items = itemsOf(left);
  await takeOver(from(device, items), store);
  await takeOver(from(device, itemsOf(left)), store);
  assert.deepEqual(await read(store, 'u1'), [
    { key: 'k1', kind: 'add', content: 'milk', at: 5, state: 'waiting', tries: 1 },
  ]);
  assert.deepEqual(
    (await read(store, 'x/y')).map((c) => c.content),
    ['eggs'],
  );
  assert.deepEqual([items.length, items.key(0)], [1, 'other']);
});

test('the database of earlier versions is taken over whole, in the order of its changes, and goes', async () => {
  const device = new IDBFactory();
  await earlierDatabase(
    device,
    snapshotOf('u1'),
    change('b', 1),
    change('a', 2),
    { ...change('d', 1), place: 2, error: { status: 400, code: 'invalid' } },
    { ...change('c', 9), place: 1 },
  );
  const store = new IndexedStore(() => device);
  await takeOver(from(device), store);
  const queue = await read(store, 'u1');
  assert.deepEqual(keys(queue), ['b', 'a', 'c', 'd']);
  assert.ok(queue[3]!.error instanceof ApiError && !('userId' in queue[0]!));
  assert.deepEqual([await store.person(), await store.snapshot('u1')], ['u1', snapshotOf('u1')]);
  assert.ok(!(await databases(device)).includes('voicememo'));
  await takeOver(from(device), store);
  assert.ok(!(await databases(device)).includes('voicememo'));
  assert.equal((await read(store, 'u1')).length, 4);
});

test('what was being written in an earlier version is taken over for its writer', async () => {
  const device = new IDBFactory();
  const edit = [['m1', { memo: memoOf('m1', 'milk', 1), text: 'oats' }]];
  const tab = itemsOf({
    draft: 'half',
    draftWriter: 'u1',
    edits: JSON.stringify({ writer: 'u1', edits: edit }),
    closing: '{}',
    other: 'stays',
  });
  const store = new MemoryStore();
  await takeOver(from(device, nothing, tab), store);
  const { at: _, ...kept } = (await store.written('u1', 'tab1'))!;
  assert.deepEqual(kept, { draft: 'half', edits: edit, closing: 0 });
  assert.deepEqual([tab.length, tab.key(0)], [1, 'other']);
});

test('what cannot be kept stays where it was', async () => {
  const device = new IDBFactory();
  await earlierDatabase(device, snapshotOf('u1'), change('a', 1));
  const items = itemsOf({ 'unsent/u1/k1': '{"content":"milk","at":5}' });
  const refused = refusing(() => Promise.reject(new Error('full')));
  await assert.rejects(takeOver(from(device, items), refused));
  await assert.rejects(takeOver(from(device), refused));
  assert.deepEqual([items.length, await databases(device)], [1, ['voicememo']]);
});
