import assert from 'node:assert/strict';
import { type TestContext, test, vi } from 'vitest';
import { Writing } from '../../src/memos/writing';
import { ApiError } from '../../src/sync/model';
import type { World } from '../kit/fake_http';
import { memoOf } from '../kit/fake_server';
import { keepSession, openPage, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

test('without the server the last session is there to read and to write in', async (t) => {
  const open = openPage(t, { world: worldOf({ reachable: false }), address: '/share?text=bread' });
  const {
    page: { person, lists, connection, draft, memos, start },
    kept,
    tab,
    texts,
  } = open;
  await keepSession(kept, [memoOf('m1', 'milk', 1000)]);
  await start();
  assert.deepEqual([person.session.value, person.me.value?.user.userId, lists.lastSynced.value], ['in', 'u1', 5]);
  assert.deepEqual([texts(), connection.connected.value], [['milk'], false]);
  assert.deepEqual([draft.value, tab.shown], ['bread', '/']);
  await memos.add('eggs');
  await memos.edit(lists.memos.value.find((m) => m.id === 'm1')!, 'oat milk');
  assert.deepEqual([texts(), lists.unsent.value], [['eggs*', 'oat milk*'], 2]);
  const onDevice = await kept.alter('u1', (queue) => queue);
  assert.deepEqual(
    onDevice.map((c) => c.content),
    ['eggs', 'oat milk'],
  );
});

test('when the server is back everything is sent once, and shown once', async (t) => {
  const {
    page: { lists, connection, memos, start },
    kept,
    tab,
    world,
    texts,
  } = openPage(t, { world: worldOf({ reachable: false }) });
  await keepSession(kept, [world.server.put(memoOf('m1', 'milk', 1000))]);
  await start();
  await memos.add('eggs');
  await memos.edit(lists.memos.value.find((m) => m.id === 'm1')!, 'oat milk');
  world.reachable = true;
  tab.event('online');
  await until(() => lists.unsent.value === 0 && connection.connected.value, 'it was not sent');
  await until(
    () => texts().join() === 'eggs,oat milk',
    () => `it shows ${texts()}`,
  );
  assert.deepEqual(world.server.texts(), ['oat milk', 'eggs']);
  assert.deepEqual(world.server.arrived, ['add eggs', 'edit oat milk']);
});

test('hints of the server lead to a look, also after a break', async (t) => {
  const {
    page: { connection },
    streams,
    world,
    texts,
  } = await openSignedIn(t);
  const stream = streams.at(-1)!;
  stream.say('hello');
  assert.equal(connection.live.value, 'events');
  world.server.put(memoOf('m2', 'from a phone', Date.now() + 1000));
  stream.say('changed');
  await until(() => texts().includes('from a phone'), 'the hint was not followed');
  world.server.put(memoOf('m3', 'during the break', Date.now() + 2000));
  stream.say('error');
  assert.equal(connection.live.value, 'off');
  await until(() => texts().includes('during the break'), 'it was not looked at');
});

test('whoever comes into another family sees its memos', async (t) => {
  const {
    page: { person },
    streams,
    world,
    texts,
  } = await openSignedIn(t);
  const ours = ['one', 'two'].map((text, i) => world.server.put(memoOf(`m${i}`, text, i)));
  streams.at(-1)!.say('changed');
  await until(
    () => texts().join() === 'two,one',
    () => `it shows ${texts()}`,
  );
  world.server.memos.clear();
  world.server.put(memoOf('o1', 'of the others', 5));
  world.family = 'others';
  streams.at(-1)!.say('changed');
  await until(
    () => texts().join() === 'of the others',
    () => `it shows ${texts()}`,
  );
  assert.equal(person.family.value, 'others');
  delete world.family;
  world.server.memos.clear();
  for (const memo of ours) world.server.put(memo);
  streams.at(-1)!.say('changed');
  await until(
    () => texts().join() === 'two,one',
    () => `it shows ${texts()}`,
  );
});

test('out of sight nothing is asked, in sight again everything', async (t) => {
  const { page, streams, tab, world, texts } = await openSignedIn(t);
  tab.see(false);
  assert.equal(streams.at(-1)!.readyState, 2);
  await turns(); // pending work
  world.asked = [];
  world.server.put(memoOf('m3', 'meanwhile', Date.now() + 2000));
  await page.session.look(true);
  assert.ok(!texts().includes('meanwhile'));
  assert.deepEqual(world.asked, []);
  tab.see(true);
  await until(() => texts().includes('meanwhile'), 'it was not looked at');
  assert.equal(streams.at(-1)!.readyState, 1);
});

test('who looked at the family before the page went away has seen it', async (t) => {
  const {
    page: {
      badge,
      person: { me },
      places,
    },
    tab,
  } = await openSignedIn(t);
  const person = me.value!;
  me.value = {
    ...person,
    family: {
      ...person.family,
      members: [...person.family.members, { userId: 'u9', name: 'New', isOwner: false, source: 'google' }],
    },
  };
  assert.equal(badge.count.value, 1);
  places.goTo('family');
  tab.see(false);
  places.goTo('memos');
  assert.equal(badge.count.value, 0);
  tab.see(true);
  await until(() => me.value?.family.members.length === 1, 'the family was not read again');
});

test('a server that wants no questions for a while is there all the same', async (t) => {
  const {
    page: { connection, person, session },
    world,
  } = await openSignedIn(t);
  world.refuse = () => new ApiError(429, 'too_many', { retryAfter: 3_600_000 });
  await session.look(true);
  assert.deepEqual([connection.connected.value, person.session.value], [true, 'in']);
});

test('what one writes in a tab is shown in the other ones of the browser, and sent once', async (t) => {
  const { page, browser, tab, world } = await openSignedIn(t);
  const other = await openSignedIn(t, { browser, world });
  world.reachable = false;
  await page.memos.add('eggs');
  await until(
    () => other.texts().join() === 'eggs*',
    () => `it shows ${other.texts()}`,
  );
  world.reachable = true;
  for (const each of [tab, other.tab]) each.event('online');
  await until(
    () => other.texts().join() === 'eggs' && page.lists.unsent.value === 0,
    () => `it shows ${other.texts()}`,
  );
  assert.deepEqual(world.server.arrived, ['add eggs']);
});

test('a page that is shown while it still reads what was kept loses nothing that was shared with it', async (t) => {
  const { page, tab, world } = openPage(t, { address: '/share?text=bread' });
  const { databases } = tab.window.indexedDB;
  let go: () => void = () => undefined;
  const read = new Promise<void>((done) => (go = done));
  tab.window.indexedDB.databases = async () => (await read, databases.call(tab.window.indexedDB));
  const started = page.start();
  tab.event('focus');
  await turns();
  assert.deepEqual(world.asked, []);
  go();
  await started;
  await until(() => page.person.session.value === 'in', 'nobody is signed in');
  assert.equal(page.draft.value, 'bread');
});

test('two looks at once that find the same person keep what was shared', async (t) => {
  const { page } = openPage(t);
  page.draft.value = 'bread';
  const writing = new Writing({ ...page, closing: page.closing.since });
  await writing.open('');
  await Promise.all([writing.open('u1'), writing.open('u1')]);
  assert.equal(page.draft.value, 'bread');
});

/** How many requests a page makes in an hour in which nothing happens. */
async function anHour(t: TestContext, world: World, greet: boolean): Promise<string[]> {
  let now = 1_000_000;
  const open = openPage(t, { world, clock: () => now });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await open.page.start();
  await turns();
  if (greet) open.streams.at(-1)!.say('hello');
  vi.advanceTimersByTime(10_000);
  await turns();
  world.asked = [];
  for (let minute = 0; minute < 60; minute++) {
    now += 60_000;
    vi.advanceTimersByTime(60_000);
    await turns(20);
  }
  return world.asked;
}

for (const sockets of [false, true]) {
  test(`nothing is polled beside ${sockets ? 'a WebSocket' : 'events'}`, async (t) => {
    assert.deepEqual(await anHour(t, worldOf({ sockets }), true), []);
  });
}

test('where no other way works a page polls', async (t) => {
  const asked = await anHour(t, worldOf({ live: false }), false);
  assert.ok(asked.length >= 60 && asked.length <= 120, `${asked.length} requests`);
  assert.deepEqual([...new Set(asked)], ['GET /api/memos?limit=50']);
});

test('a way that never says hello is as good as none', async (t) => {
  const asked = await anHour(t, worldOf({ sockets: true }), false);
  assert.ok(asked.length >= 60 && asked.length <= 120, `${asked.length} requests`);
});
