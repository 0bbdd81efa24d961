import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { memoOf } from '../kit/fake_server';
import { keepSession, meOf, type Open, openPage, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

const me = 'GET /api/me';
const list = 'GET /api/memos?limit=50';

/** A world with one memo of its family. */
function worldWithMilk() {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000, { familyId: 'family of u1' }));
  return world;
}

/** Waits until a page has its lists and is at rest; its stream greets when it is opened. Returns the requests. */
async function atRest({ page, streams, world }: Open): Promise<string[]> {
  await until(() => page.lists.lastSynced.value > 0 && streams.length > 0, 'the list was not read');
  streams.at(-1)!.say('hello');
  await turns();
  return world.asked.splice(0).sort();
}

test('a cold start asks for the person and the list at a time, and looks at the list once more for the stream', async (t) => {
  const open = openPage(t, { world: worldWithMilk() });
  void open.page.start();
  await until(() => open.world.asked.length >= 2, 'nothing was asked');
  assert.deepEqual([open.world.asked.slice(0, 2).sort(), open.streams.length], [[me, list], 0]);
  assert.deepEqual([await atRest(open), open.streams.length], [[me, list, list], 1]);
});

test('a warm start asks for the person and the list once, with the stream', async (t) => {
  const open = openPage(t, { world: worldWithMilk() });
  await keepSession(open.kept, [memoOf('m1', 'milk', 1000)], meOf('u1', true));
  void open.page.start();
  await until(() => open.streams.length > 0, 'there is no stream');
  assert.deepEqual([await atRest(open), open.streams.length], [[me, list], 1]);
});

test('a change between the list of a warm start and its stream is shown', async (t) => {
  t.onTestFinished(() => void vi.useRealTimers());
  const open = openPage(t, { world: worldWithMilk() });
  await keepSession(open.kept, [memoOf('m1', 'milk', 1000)], meOf('u1', true));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  void open.page.start();
  await until(() => open.streams.length > 0, 'there is no stream');
  assert.deepEqual(await atRest(open), [me, list]);
  open.world.server.put(memoOf('m2', 'rice', 2000, { familyId: 'family of u1' }));
  await vi.advanceTimersByTimeAsync(3000);
  await until(() => open.texts().length === 2, 'it is not shown');
  assert.ok(open.world.asked.includes(list));
});

test('a stream of a warm start that fails first and then is there reads everything again', async (t) => {
  const open = openPage(t, { world: worldWithMilk() });
  await keepSession(open.kept, [memoOf('m1', 'milk', 1000)], meOf('u1', true));
  void open.page.start();
  await until(() => open.page.lists.lastSynced.value > 0 && open.streams.length > 0, 'the list was not read');
  await turns();
  open.streams.at(-1)!.say('error');
  await turns();
  open.world.asked.splice(0);
  assert.deepEqual(await atRest(open), [me, list]);
});

test('a page that comes back into sight asks as a warm start does, by however many events it learns of it', async (t) => {
  const open = openPage(t, { world: worldWithMilk() });
  await open.page.start();
  await atRest(open);
  open.tab.see(false);
  open.tab.see(true);
  open.tab.event('focus');
  await turns();
  assert.deepEqual([await atRest(open), open.streams.length], [[me, list], 2]);
});

test('a second tab asks for no more, and the first for nothing', async (t) => {
  const world = worldWithMilk();
  const first = openPage(t, { world });
  await first.page.start();
  await atRest(first);
  const second = openPage(t, { world, browser: first.browser });
  await until(async () => (await second.kept.snapshot('u1'))?.me.settings.live === true, 'nothing was kept');
  void second.page.start();
  await until(() => second.streams.length > 0, 'there is no stream');
  assert.deepEqual(await atRest(second), [me, list]);
});

test('after many memos that are added together the list is read once', async (t) => {
  const open = openPage(t, { world: worldWithMilk() });
  await open.page.start();
  await atRest(open);
  await open.page.memos.add(Array.from({ length: 20 }, (_, i) => ({ text: `line ${i}`, done: false })));
  await until(() => open.page.lists.unsent.value === 0, 'they are not sent');
  await turns();
  assert.deepEqual(
    open.world.asked.filter((request) => request !== 'POST /api/memos'),
    [list],
  );
  assert.equal(open.world.asked.length, 21);
});

test('after a break of the stream everything is read again', async (t) => {
  const open = openPage(t, { world: worldWithMilk() });
  await open.page.start();
  await atRest(open);
  open.streams.at(-1)!.say('error');
  await turns();
  open.world.asked.splice(0);
  assert.deepEqual(await atRest(open), [me, list]);
});

test('the trash is read when it is opened', async (t) => {
  const open = openPage(t, { world: worldWithMilk() });
  open.world.server.put(memoOf('x1', 'old', 500, { deleted: true }));
  await open.page.start();
  await atRest(open);
  assert.equal(open.page.lists.trashListed.value, false);
  open.page.places.goTo('trash');
  await until(() => open.page.lists.trash.value.length === 1, 'it was not read');
  assert.ok(open.world.asked.includes('GET /api/memos?limit=50&deleted=true'));
});

test('the list that was asked for early is not shown to another family', async (t) => {
  const open = openPage(t, { world: worldWithMilk() });
  open.world.server.put(memoOf('m1', 'milk', 1000, { familyId: 'another family' }));
  await open.page.start();
  assert.deepEqual((await atRest(open)).filter((request) => request === list).length, 3);
});

test('a page without a session asks for nothing, unless it keeps the list of a person', async (t) => {
  const stranger = openPage(t, { world: worldWithMilk() });
  stranger.tab.document.cookie = 'lang=ja; signed_in=0';
  await stranger.page.start();
  stranger.tab.event('focus');
  await turns();
  assert.deepEqual([stranger.page.person.session.value, stranger.world.asked], ['out', []]);

  const known = openPage(t, { world: worldWithMilk() });
  known.tab.document.cookie = 'signed_in=0';
  await keepSession(known.kept, [memoOf('m1', 'milk', 1000)], meOf('u1', true));
  await known.page.start();
  assert.deepEqual(known.world.asked.toSorted().slice(0, 2), [me, list]);
});
