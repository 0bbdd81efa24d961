import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { catalogues } from '../../src/messages';
import { ApiError } from '../../src/sync/model';
import { IndexedStore } from '../../src/sync/store/indexed';
import { FakeBrowser } from '../kit/browser';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { until } from '../kit/wait';

const day = 24 * 60 * 60 * 1000;

/** Opens a page with one memo, "milk". */
async function openWithMilk(t: TestContext): Promise<Open> {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  return openSignedIn(t, { world });
}

const milk = ({ page }: Open) => page.lists.memos.value.find(({ id }) => id === 'm1')!;
const settled = ({ page }: Open) => until(() => page.lists.unsent.value === 0, 'it was not sent');

test('a memo is done at once, by the person, and not done again by the way back', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  const kept = page.memos.done(milk(open), true);
  assert.deepEqual([!!milk(open).doneAt, milk(open).doneBy], [true, 'u1']);
  await kept;
  await settled(open);
  assert.ok(world.server.memos.get('m1')!.doneAt);
  assert.equal(page.notices.acts.newest()?.text, catalogues.en.markedDone('milk'));
  page.notices.acts.pop()!.back();
  assert.ok(!milk(open).doneAt);
  await settled(open);
  assert.deepEqual([world.server.memos.get('m1')!.doneAt, milk(open).doneAt], [undefined, undefined]);
});

test('without a connection, done and its way back are no change at all', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  world.server.fates = ['lost'];
  await page.memos.done(milk(open), true);
  world.reachable = false;
  page.notices.acts.pop()!.back();
  await until(() => page.lists.changes.value.every(({ state }) => state !== 'sending'), 'it hangs');
  world.reachable = true;
  await page.memos.box.wake();
  await settled(open);
  assert.ok(!world.server.memos.get('m1')!.doneAt);
});

test('two marks before the first is sent are none', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  world.who = ''; // the server takes nothing
  await page.memos.box.flush();
  const first = page.memos.done(milk(open), true);
  const second = page.memos.done(milk(open), false);
  await Promise.all([first, second]);
  assert.ok(!milk(open)?.doneAt);
});

test('a mark whose answer was lost is not made twice', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  world.server.fates = ['unheard'];
  await page.memos.done(milk(open), true);
  await until(() => page.lists.changes.value[0]?.error?.status === 0, 'the answer was heard');
  await page.memos.box.wake();
  await settled(open);
  assert.deepEqual([world.server.memos.get('m1')!.version, world.server.memos.get('m1')!.doneBy], [2, 'u1']);
});

test('a mark stands over another text, which is told; of a memo in the trash it is dropped', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  const seen = milk(open);
  world.server.put({ ...world.server.memos.get('m1')!, content: 'oat milk', version: 2, editedBy: 'u2' });
  await page.memos.done(seen, true);
  await settled(open);
  const { content, doneAt } = world.server.memos.get('m1')!;
  assert.deepEqual([content, !!doneAt], ['oat milk', true]);
  assert.equal(page.notices.latest.shown.value?.text, catalogues.en.rewritten('Another member', 'oat milk'));
  world.server.put(memoOf('m2', 'eggs', 2000, { deleted: true, version: 2 }));
  await page.memos.done(memoOf('m2', 'eggs', 2000), true);
  await settled(open);
  assert.ok(!world.server.memos.get('m2')!.doneAt);
});

test('a mark that an earlier version put to the person is sent', async (t) => {
  const browser = new FakeBrowser();
  const world = worldOf();
  const theirs = world.server.put(memoOf('m1', 'oat milk', 1000, { version: 2 }));
  const about = { memoId: 'm1', version: 1, base: memoOf('m1', 'milk', 1000) };
  await new IndexedStore(() => browser.databases).alter('u1', () => [
    { ...about, key: 'k1', kind: 'done', done: true, at: 1, state: 'conflict', theirs, tries: 1 },
  ]);
  const open = await openSignedIn(t, { world, browser });
  await settled(open);
  assert.deepEqual([world.server.memos.get('m1')!.content, !!milk(open).doneAt], ['oat milk', true]);
});

test('a memo that the server does not have can be done; its own state stays in sight', async (t) => {
  const open = await openSignedIn(t);
  const { page, world } = open;
  world.reachable = false;
  await page.memos.add('bread');
  await page.memos.done(page.lists.memos.value[0]!, true);
  const [bread] = page.lists.memos.value;
  assert.deepEqual([bread!.change?.kind, !!bread!.doneAt], ['add', true]);
  world.reachable = true;
  await page.memos.box.wake();
  await settled(open);
  assert.deepEqual(
    [...world.server.memos.values()].map(({ content, doneAt }) => [content, !!doneAt]),
    [['bread', true]],
  );
});

test('a done memo that is refused says so, and the message goes when it succeeds', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  world.server.fates = [new ApiError(409, 'conflict', { detail: 'not now' })];
  await page.memos.done(milk(open), true);
  await until(() => page.lists.changes.value[0]?.state === 'failed', 'it was not refused');
  assert.deepEqual([page.notices.trouble.value?.text, milk(open).doneAt], ['Not sent. not now', undefined]);
  await page.memos.box.retry(page.lists.changes.value[0]!.key);
  await settled(open);
  assert.equal(page.notices.trouble.value, null);
  world.server.fates = [new ApiError(409, 'conflict', { detail: 'not now' })];
  await page.memos.done(milk(open), false);
  await until(() => !!page.notices.trouble.value, 'it was not refused');
  page.memos.box.takeBack(page.lists.changes.value[0]!.key);
  assert.equal(page.notices.trouble.value, null);
});

test('a memo that has been done for three days goes into the trash while the page is open', async (t) => {
  const clock = { now: Date.now() };
  const world = worldOf();
  const doneAt = new Date(clock.now - 3 * day + 120_000).toISOString();
  world.server.put(memoOf('m1', 'milk', 1000, { doneAt, doneBy: 'u1' }));
  const { page, texts } = await openSignedIn(t, { world, clock: () => clock.now });
  assert.deepEqual(texts(), ['milk']);
  clock.now += 180_000;
  page.clock.tick();
  assert.deepEqual([texts(), texts(page.lists.trash.value)], [[], ['milk']]);
});
