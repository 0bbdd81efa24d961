import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { catalogues } from '../../src/messages';
import { ApiError } from '../../src/sync/model';
import { IndexedStore } from '../../src/sync/store/indexed';
import { memoOf } from '../kit/fake_server';
import { keepSession, openPage, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

for (const address of ['/memos/m%2F2', '/?memo=m%2F2']) {
  test(`${address} opens its memo, and Back closes it`, async (t) => {
    const world = worldOf();
    for (const id of ['m1', 'm/2', 'm3']) world.server.put(memoOf(id, id, 1000));
    const { page, tab } = await openSignedIn(t, { world, address });
    await until(() => page.places.selected.value === 'm/2', 'it is not open');
    assert.deepEqual([tab.steps, page.places.named.value, page.cursor.at.value], [['/', '/memos/m%2F2'], '', 'm/2']);
    tab.back();
    await turns();
    assert.deepEqual([page.places.selected.value, tab.steps], [null, ['/']]);
    page.places.goTo('trash');
    page.places.goTo('memos');
    await turns();
    assert.equal(page.places.selected.value, null);
  });
}

test('a reload opens the memo again and adds nothing to the history', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const { page, tab, browser } = await openSignedIn(t, { world });
  page.places.selected.value = 'm1';
  page.close();
  const again = await openSignedIn(t, { world, browser, tab });
  await until(() => again.page.places.selected.value === 'm1', 'it is not open');
  assert.deepEqual(tab.steps, ['/', '/memos/m1']);
});

/** A world with more memos than the first page has; m0 is the oldest. */
function longWorld() {
  const world = worldOf();
  for (let i = 0; i < 60; i++) world.server.put(memoOf(`m${i}`, `memo ${i}`, 1e12 + i));
  return world;
}

test('a memo that is older than what is loaded is asked for, and stays', async (t) => {
  const world = longWorld();
  const { page, texts } = await openSignedIn(t, { world, address: '/memos/m0' });
  await until(() => page.places.selected.value === 'm0', 'it is not open');
  assert.deepEqual([texts().length, texts().at(-1)], [51, 'memo 0']);
  await page.memos.edit(page.lists.memos.value.at(-1)!, 'other');
  await until(() => page.lists.unsent.value === 0, 'it was not edited');
  await page.sync.refresh();
  await page.sync.loadMore();
  assert.deepEqual([texts().length, texts().at(-1)], [60, 'other']);
});

/** A page that shows m0, which its address names, with a clock that never stands still. */
async function openOldest(t: TestContext) {
  let now = 2e12;
  const opened = await openSignedIn(t, { world: longWorld(), address: '/memos/m0', clock: () => now++ });
  await until(() => opened.page.places.selected.value === 'm0', 'it is not open');
  return opened;
}

test('a memo that was asked for goes when it is permanently deleted elsewhere', async (t) => {
  const { page, world, texts } = await openOldest(t);
  world.server.memos.delete('m0');
  await page.sync.refresh();
  await until(() => !texts().includes('memo 0'), 'it is still there');
  assert.deepEqual([page.lists.asked.value, page.notices.trouble.value], [[], null]);
});

test('a memo that was asked for changes, and comes into the trash, as others change it', async (t) => {
  const { page, world, texts } = await openOldest(t);
  world.server.put(memoOf('m0', 'other', 1e12, { version: 2 }));
  await page.sync.refresh();
  await until(() => texts().at(-1) === 'other', 'it has not changed');
  world.server.put(memoOf('m0', 'other', 1e12, { version: 3, deleted: true }));
  await page.sync.refresh();
  await until(() => texts(page.lists.trash.value).includes('other'), 'it is not in the trash');
  assert.ok(!texts().includes('other'));
});

test('a memo that was asked for stays while the server is away', async (t) => {
  const { page, world, texts } = await openOldest(t);
  world.refuse = (request) => (request === 'GET /api/memos/m0' ? new ApiError(503, 'unavailable') : undefined);
  await page.sync.refresh();
  await turns();
  assert.equal(texts().at(-1), 'memo 0');
});

test('a memo that was asked for is left to the list once that reaches it', async (t) => {
  const { page, world, texts } = await openOldest(t);
  await page.sync.loadMore();
  world.server.memos.delete('m0');
  await page.sync.refresh(true);
  await until(() => texts().length === 59 && !texts().includes('memo 0'), 'it is still there');
  assert.ok(!world.server.arrived.includes('read m0', world.server.arrived.indexOf('read m0') + 1));
});

test('a memo of the trash leads there', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000, { deleted: true }));
  const { page, tab } = await openSignedIn(t, { world, address: '/memos/m1' });
  await until(() => page.places.place.value === 'trash', 'it is not in the trash');
  assert.deepEqual(
    [tab.steps, page.places.selected.value, page.notices.latest.shown.value?.text],
    [['/', '/trash'], null, catalogues.en.memoInTrash],
  );
  assert.deepEqual(
    page.lists.trash.value.map(({ id }) => id),
    ['m1'],
  );
});

test('a memo that is not there is told, and the list is shown', async (t) => {
  const { page, tab, world } = await openSignedIn(t, { address: '/memos/gone' });
  await until(() => page.notices.trouble.value?.text === catalogues.en.memoMissing, 'it is not told');
  await until(() => tab.shown === '/', 'the list is not the address');
  await page.sync.refresh();
  await turns();
  assert.deepEqual([page.places.selected.value, page.places.named.value], [null, '']);
  assert.deepEqual(
    world.server.arrived.filter((request) => request === 'read gone'),
    ['read gone'],
  );
});

test('without the server a memo of the kept list is opened, and another one when there is a connection', async (t) => {
  const world = longWorld();
  const { page, browser } = await openSignedIn(t, { world });
  await new Promise((done) => setTimeout(done, 300)); // until it is kept
  page.close();
  world.reachable = false;
  const kept = openPage(t, { world, browser, address: '/memos/m59' });
  void kept.page.start();
  await until(() => kept.page.places.selected.value === 'm59', 'it is not open');
  const other = openPage(t, { world, browser, address: '/memos/m0' });
  void other.page.start();
  await until(() => !other.page.connection.connected.value, 'it is connected');
  assert.equal(other.page.notices.trouble.value, null);
  world.reachable = true;
  other.browser.items.clear();
  void other.page.session.look(true);
  await until(() => other.page.places.selected.value === 'm0', 'it is not open');
});

test('a memo whose address is visited after the session has ended is opened by the sign-in', async (t) => {
  const world = longWorld();
  const { page, browser } = await openSignedIn(t, { world });
  await until(async () => !!(await new IndexedStore(() => browser.databases).snapshot('u1')), 'it is not kept');
  page.close();
  world.who = '';
  for (const id of ['m59', 'm0']) {
    const { page, kept, tab } = openPage(t, { world, browser, address: `/memos/${id}` });
    if (id === 'm0') await keepSession(kept, []);
    browser.items.clear();
    await page.start();
    await until(() => tab.left.length > 0, 'the page has its memory');
    assert.deepEqual([tab.left, page.person.session.value], [[`/memos/${id}`], 'out']);
    assert.equal(page.session.signInAddress(), `/auth/login?return_to=%2Fmemos%2F${id}`);
    assert.equal(page.notices.trouble.value, null);
    page.close();
  }
});

test('a memo that the server does not name without a session is not told to be missing', async (t) => {
  const world = longWorld();
  const { page } = await openSignedIn(t, { world });
  world.refuse = (request) =>
    request === 'GET /api/memos/m0' ? new ApiError(401, 'unauthenticated', { detail: 'no session' }) : undefined;
  page.places.named.value = 'm0';
  await until(() => page.person.session.value === 'out', 'the session goes on');
  assert.deepEqual([page.places.named.value, page.notices.trouble.value], ['m0', null]);
});

test('a session that ends while a memo is open leads back to it', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m/1', 'milk', 1000));
  const { page, tab } = await openSignedIn(t, { world });
  page.places.selected.value = 'm/1';
  world.who = '';
  await page.session.look(true);
  await until(() => tab.left.length > 0, 'the page has its memory');
  assert.deepEqual(tab.left, ['/memos/m%2F1']);
});

test('the sign-out of a person leads to no memo, in any tab', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const { page, browser } = await openSignedIn(t, { world });
  const other = await openSignedIn(t, { world, browser });
  other.page.places.selected.value = 'm1';
  await page.ending.signOut('here');
  await until(() => other.tab.left.length > 0, 'the page has its memory');
  assert.deepEqual(other.tab.left, ['/']);
});

test('a memo that comes later is opened when it comes', async (t) => {
  const { page, world, streams } = await openSignedIn(t, { address: '/?memo=m1' });
  await until(() => page.lists.lastSynced.value > 0, 'the list was not read');
  await turns();
  assert.equal(page.places.selected.value, null);
  world.server.put(memoOf('m1', 'milk', 1000));
  streams.at(-1)!.say('changed');
  await until(() => page.places.selected.value === 'm1', 'it is not open');
});

test('a memo under the fold of its day is opened with the fold', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000, { doneAt: new Date().toISOString(), doneBy: 'u2' }));
  const { page } = await openSignedIn(t, { world, address: '/?memo=m1' });
  await until(() => page.places.selected.value === 'm1', 'it is not open');
  assert.ok(page.list.rows.value.some(({ key }) => key === 'm1'));
});

test('an address that names no memo opens none', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const { page } = await openSignedIn(t, { world, address: '/?memo=' });
  await turns();
  assert.equal(page.places.selected.value, null);
});
