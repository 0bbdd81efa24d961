import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { address, left, page, streams, windowEvent } from './browser';
import { FakeServer, memoOf } from './fake_server';
import { fetchOf, type World } from './fake_http';
import { ApiError, type Me } from '../src/sync/api';
import { NotEmptied } from '../src/components/memos/trash_place';
import { draft } from '../src/memos/draft';
import { addMemo, editMemo, emptyTrash, purgeMemo, removeMemo, restoreMemo, takeBack } from '../src/memos/actions';
import { familyBadge } from '../src/family/badge';
import { found, query, searchMore } from '../src/memos/search';
import { parting } from '../src/account/parting';
import { look, signOut, start, unsent } from '../src/account/session';
import { changes, connected, goTo, hasMore, lastSynced, live, me, memos, notice, own, place, said, session, trash } from '../src/sync/lists';
import { IndexedStore } from '../src/sync/store/indexed';
import { loadMore } from '../src/sync/sync';

const world: World = { server: new FakeServer(), who: 'u1', reachable: false, live: true, asked: [] };
globalThis.fetch = fetchOf(world);
const kept = new IndexedStore();
const texts = (list = memos.value) => list.map((m) => m.content + (m.change ? '*' : ''));

/** Waits until something holds; the page works in its own time. */
async function until(holds: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (holds()) return;
    await pause(2);
  }
  assert.fail(what);
}

test('without the server the last session is there to read and to write in', async () => {
  const milk = world.server.put(memoOf('m1', 'milk', 1000));
  const user = { userId: 'u1', name: 'u1', isOwner: true, source: 'web' };
  await kept.enter('u1');
  await kept.keep('u1', {
    me: { user, family: { id: 'family of u1', name: 'F', members: [user] }, settings: { live: true } } as Me,
    pages: [{ cursor: '', limit: 50, nextCursor: '', etag: '"old"', memos: [milk] }],
    trashPages: [], own: new Map(), lastSynced: 5,
  });
  Object.assign(address, { pathname: '/share', search: '?text=bread' });
  await start();
  assert.deepEqual([session.value, me.value?.user.userId, lastSynced.value], ['in', 'u1', 5]);
  assert.deepEqual([texts(), connected.value], [['milk'], false]);
  assert.deepEqual([draft.value, address.pathname], ['bread', '/']);
  await addMemo('eggs');
  await editMemo(memos.value.find((m) => m.id === 'm1')!, 'oat milk');
  assert.deepEqual([texts(), unsent.value], [['eggs*', 'oat milk*'], 2]);
  const onDevice = await kept.alter('u1', (queue) => queue);
  assert.deepEqual(onDevice.map((c) => c.content), ['eggs', 'oat milk']);
});

test('when the server is back everything is sent once, and shown once', async () => {
  world.reachable = true;
  windowEvent('online');
  await until(() => unsent.value === 0 && connected.value, 'it was not sent');
  await until(() => texts().join() === 'eggs,oat milk', `it shows ${texts()}`);
  assert.deepEqual(world.server.texts(), ['oat milk', 'eggs']);
  assert.deepEqual(world.server.arrived, ['add eggs', 'edit oat milk']);
});

test('hints of the server lead to a look, also after a break', async () => {
  await until(() => streams.length > 0, 'no stream was opened');
  const stream = streams.at(-1)!;
  stream.dispatchEvent(new Event('hello'));
  assert.equal(live.value, 'events');
  world.server.put(memoOf('m2', 'from a phone', Date.now() + 1000));
  stream.dispatchEvent(new Event('changed'));
  await until(() => texts().includes('from a phone'), 'the hint was not followed');
  stream.dispatchEvent(new Event('error'));
  assert.equal(live.value, 'off');
});

test('whoever comes into another family sees its memos', async () => {
  const memosBefore = [...world.server.memos.values()];
  world.server.memos.clear();
  world.server.put(memoOf('o1', 'of the others', 5));
  world.family = 'others';
  streams.at(-1)!.dispatchEvent(new Event('changed'));
  await until(() => texts().join() === 'of the others', `it shows ${texts()}`);
  delete world.family;
  world.server.memos.clear();
  for (const memo of memosBefore) world.server.put(memo);
  streams.at(-1)!.dispatchEvent(new Event('changed'));
  await until(() => texts().includes('from a phone') && texts().length === memosBefore.length, `it shows ${texts()}`);
});

test('out of sight nothing is asked, in sight again everything', async () => {
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  assert.equal(streams.at(-1)!.readyState, 2);
  world.server.put(memoOf('m3', 'meanwhile', Date.now() + 2000));
  await look(true);
  assert.ok(!texts().includes('meanwhile'));
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await until(() => texts().includes('meanwhile'), 'it was not looked at');
  assert.equal(streams.at(-1)!.readyState, 1);
});

test('who looked at the family before the page went away has seen it', async () => {
  const person = me.value!;
  me.value = { ...person, family: { ...person.family, members: [...person.family.members, { userId: 'u9', name: 'New', isOwner: false, source: 'web' }] } };
  assert.equal(familyBadge.value, 1);
  goTo('family');
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  goTo('memos');
  assert.equal(familyBadge.value, 0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await until(() => me.value?.family.members.length === 1, 'the family was not read again');
});

test('deleted, restored, and the trash emptied', async () => {
  goTo('trash');
  assert.deepEqual([place.value, address.pathname], ['trash', '/trash']);
  const eggs = memos.value.find((m) => m.content === 'eggs')!;
  await removeMemo(eggs);
  assert.ok(!texts().includes('eggs') && !texts().includes('eggs*'));
  await until(() => unsent.value === 0 && texts(trash.value).includes('eggs'), 'it is not in the trash');
  await restoreMemo(eggs);
  await until(() => unsent.value === 0 && texts().includes('eggs'), 'it is not back');
  await removeMemo(memos.value.find((m) => m.content === 'eggs')!);
  await emptyTrash();
  assert.deepEqual(texts(trash.value), []);
  await until(() => unsent.value === 0, 'it was not sent');
  assert.ok(!world.server.texts().join().includes('eggs'));
  goTo('memos');
});

test('a trash that was not emptied says so until one leaves it', async () => {
  assert.equal(NotEmptied(), null);
  world.server.fates = [new ApiError(409, 'conflict', { detail: 'not now' })];
  await emptyTrash();
  await until(() => changes.value[0]?.state === 'failed', 'it was not refused');
  assert.ok(JSON.stringify(NotEmptied()).includes('Not sent'));
  takeBack(changes.value[0]!.key);
  assert.deepEqual([unsent.value, NotEmptied()], [0, null]);
});

test('what one may not delete permanently yet stays in the trash, and why is told', async () => {
  for (const id of ['n1', 'n2']) world.server.put(memoOf(id, `of another ${id}`, 1, { userId: 'u7', deleted: true, deletedAt: new Date().toISOString() }));
  world.server.mayRemove = (memo) => memo.id === 'n1';
  await look(true);
  await purgeMemo(trash.value.find((m) => m.id === 'n2')!);
  await until(() => changes.value[0]?.error?.reason === 'not_yet', 'it was not refused');
  assert.equal(said.value, 'not yet'); // the server's sentence, and not that it was not sent
  takeBack(changes.value[0]!.key);
  await emptyTrash();
  await until(() => notice.value?.text.startsWith('1 memo deleted for good. 1 memo stayed.') ?? false, `it says ${notice.value?.text}`);
  await until(() => texts(trash.value).join() === 'of another n2', `the trash has ${texts(trash.value)}`);
  world.server.mayRemove = () => true;
  world.server.memos.delete('n2');
});

test('ten thousand memos are searched here at once, and further on the server', async () => {
  for (let i = 0; i < 10_000; i++) world.server.put(memoOf(`x${i}`, i % 1000 === 0 ? `Curry No. ${i}` : `memo ${i}`, i));
  await look(true);
  for (let i = 0; i < 10; i++) await loadMore();
  assert.ok(memos.value.length >= 1000 && hasMore.value);
  const before = memos.value;
  query.value = { text: 'ＣＵＲＲＹ', author: '' };
  const here = found.value.memos.length;
  assert.ok(here > 0 && here < 10 && found.value.busy);
  assert.equal(memos.value, before);
  query.value = { text: 'Curry', author: '' };
  await until(() => !found.value.busy, 'the server was not asked');
  await searchMore();
  assert.deepEqual([found.value.memos.length, found.value.more, found.value.offline], [10, false, false]);
  query.value = { text: 'Curry', author: 'somebody' };
  assert.equal(found.value.memos.length, 0);
  query.value = { text: '', author: '' };
  assert.equal(found.value.memos, memos.value);
});

test('a search that comes too soon says why, and is done when it may be', async () => {
  const limit = { until: Date.now() + 900 };
  world.refuse = (request) =>
    request.includes('q=') && Date.now() < limit.until ? new ApiError(429, 'too_many', { reason: 'many_searches', detail: 'search later', retryAfter: 1000 }) : undefined;
  query.value = { text: 'Curry', author: '' };
  await until(() => found.value.problem !== '', 'it does not say why');
  assert.deepEqual([found.value.problem, found.value.offline, found.value.busy, connected.value], ['search later', false, false, true]);
  const asked = world.asked.length;
  await until(() => found.value.memos.length === 10, 'it was not done');
  assert.deepEqual([found.value.problem, world.asked.slice(asked).filter((a) => a.includes('q=')).length], ['', 1]);
  delete world.refuse;
  query.value = { text: '', author: '' };
});

test('a server that wants no questions for a while is there all the same', async () => {
  world.refuse = () => new ApiError(429, 'too_many', { retryAfter: 3_600_000 });
  await look(true);
  assert.deepEqual([connected.value, session.value], [true, 'in']);
  delete world.refuse;
  await look(true);
});

test('what one changes in a memo that only a search has found stays changed', async () => {
  query.value = { text: 'Curry', author: '' };
  await until(() => found.value.memos.length === 10 && !found.value.busy, 'it was not found');
  const old = found.value.memos.at(-1)!;
  assert.ok(!memos.value.some((m) => m.id === old.id));
  await editMemo(old, 'Curry, mild');
  await until(() => unsent.value === 0, 'it was not sent');
  await pause(400); // longer than a search waits
  own.value = new Map(); // what the lists do after a while
  assert.deepEqual(found.value.memos.at(-1)!.content, 'Curry, mild');
  query.value = { text: '', author: '' };
});

test('a session that ended leaves nothing to read, keeps what is unsent, and says so', async () => {
  draft.value = 'half a thought';
  world.who = '';
  await addMemo('written too late');
  await until(() => session.value === 'out', 'the session did not end');
  assert.deepEqual([parting.value?.why, parting.value?.unsent, draft.value], ['ended', 1, '']);
  assert.deepEqual([me.value, memos.value.length, changes.value.length], [null, 0, 0]);
  await until(() => streams.at(-1)!.readyState === 2, 'the stream is open');
  await pause(300); // longer than snapshots are gathered
  assert.deepEqual([await kept.person(), await kept.snapshot('u1')], ['', undefined]);
  assert.deepEqual(left.splice(0), ['/']); // a page without a memory
});

test('another person neither sees nor sends it', async () => {
  query.value = { text: 'presents', author: '' };
  world.who = 'u2';
  const arrived = world.server.arrived.length;
  await look(true);
  assert.deepEqual([session.value, me.value?.user.userId, unsent.value], ['in', 'u2', 0]);
  assert.equal(world.server.arrived.length, arrived);
  assert.deepEqual([draft.value, parting.value], ['', null]);
  query.value = { text: '', author: '' };
  draft.value = 'of u2';
  await look(true);
  assert.equal(draft.value, 'of u2');
  draft.value = '';
});

test('its writer does, after signing in again, wherever that happened', async () => {
  world.who = 'u1';
  windowEvent('focus');
  await until(() => world.server.texts().includes('written too late'), 'it was not sent');
  await until(() => me.value?.user.userId === 'u1' && texts().includes('written too late'), 'it is not shown');
  assert.deepEqual([draft.value, query.value.text], ['half a thought', '']);
});

test('a sign-out wipes everything of the person at once, and the server is told when it is back', async () => {
  world.reachable = false;
  await addMemo('unsent');
  world.asked = [];
  await signOut('here');
  assert.deepEqual([session.value, draft.value, memos.value.length, me.value], ['out', '', 0, null]);
  assert.deepEqual([await kept.person(), await kept.alter('u1', (queue) => queue)], ['', []]);
  assert.deepEqual([parting.value?.why, parting.value?.due, left], ['signedOut', 'here', []]); // a page that is not kept stays
  assert.deepEqual(Object.values(localStorage.getItem('parting')!).join('').match(/u1|eggs|unsent/), null);
  await pause(300);
  assert.deepEqual([await kept.person(), await kept.snapshot('u1')], ['', undefined]);
  await look(true);
  windowEvent('focus');
  world.reachable = true;
  for (const event of ['online', 'focus', 'online']) windowEvent(event);
  await look(true);
  await until(() => !parting.value?.due, 'the server was not told');
  assert.equal(world.who, '');
  await until(() => left.length > 0, 'the page has its memory');
  await pause(20);
  assert.deepEqual(world.asked.filter((a) => a.startsWith('POST')), ['POST /auth/logout']);
  assert.deepEqual([world.asked[0], session.value], ['POST /auth/logout', 'out']);
});
