import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { left, windowEvent } from './browser';
import { FakeServer, memoOf } from './fake_server';
import { fetchOf, type World } from './fake_http';
import type { Me } from '../src/sync/api';
import { draft } from '../src/memos/draft';
import { addMemo } from '../src/memos/actions';
import { parting, type Parting } from '../src/account/parting';
import { deleteAccount, look, signIn, signOut, start, unsent } from '../src/account/session';
import { untold } from '../src/account/sign_out';
import { changes, me, memos, session } from '../src/sync/lists';
import { IndexedStore } from '../src/sync/store/indexed';
import { tabName } from '../src/browser/tab';

const world: World = { server: new FakeServer(), who: 'u1', reachable: true, live: false, asked: [] };
globalThis.fetch = fetchOf(world);
mock.timers.enable({ apis: ['setTimeout'] });
const kept = new IndexedStore();
const user = { userId: 'u1', name: 'u1', isOwner: true, source: 'web' };

/** Waits until something holds, without a timer: those are the test's. */
async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let i = 0; i < 5000; i++) {
    if (await holds()) return;
    await new Promise((done) => setImmediate(done));
  }
  assert.fail(what);
}

const someTime = () => new Promise<void>((done) => {
  let turns = 200;
  const turn = () => (turns-- > 0 ? setImmediate(turn) : done());
  turn();
});

const note = (how: Partial<Parting>) => localStorage.setItem('parting', JSON.stringify({ why: 'signedOut', at: Date.now(), ...how }));

/** What of a person is on this device. */
const remains = async () => [await kept.person(), !!(await kept.snapshot('u1')), (await kept.alter('u1', (queue) => queue)).length];

beforeEach(() => {
  world.asked = [];
  left.length = 0;
});

test('a sign-out that was cut short is finished at the next start, without a word to the session', async () => {
  await kept.enter('u1');
  await kept.keep('u1', {
    me: { user, family: { id: 'family of u1', name: 'F', members: [user] }, settings: {} } as Me,
    pages: [{ cursor: '', limit: 50, nextCursor: '', etag: '', memos: [memoOf('m1', 'milk', 1)] }],
    trashPages: [], own: new Map(), lastSynced: 5,
  });
  await kept.alter('u1', () => [{ key: 'k1', kind: 'add', content: 'unsent', at: 1, state: 'waiting', tries: 0 }]);
  note({ due: 'everywhere' });
  world.away = 7;
  await start();
  await until(() => untold.value, 'the server was not asked');
  assert.deepEqual([session.value, me.value, memos.value.length, changes.value.length], ['out', null, 0, 0]);
  assert.deepEqual(await remains(), ['', false, 0]);
  assert.deepEqual(world.asked, ['POST /auth/logout-everywhere']);
});

test('a server that cannot end the session is told again when it wants to be', async () => {
  mock.timers.tick(6999);
  await someTime();
  assert.deepEqual(world.asked, []);
  mock.timers.tick(1);
  await until(() => world.asked.length > 0, 'it was not told again');
  await someTime();
  assert.deepEqual([world.asked, parting.value?.due], [['POST /auth/logout-everywhere'], 'everywhere']);
});

test('a sign-in begins once the server knows of the sign-out', async () => {
  await assert.rejects(signIn(), { status: 503 });
  assert.deepEqual([left, session.value], [[], 'out']);
  world.away = 0;
  await signIn();
  assert.deepEqual(left, ['/auth/login?return_to=%2F']);
  assert.deepEqual(world.asked, ['POST /auth/logout-everywhere', 'POST /auth/logout-everywhere']);
  assert.deepEqual([parting.value?.due, untold.value, world.who], [undefined, false, '']);
});

test('the sign-in ends what is said about the last session', async () => {
  world.who = 'u1';
  await look(true);
  assert.deepEqual([session.value, parting.value, localStorage.getItem('parting')], ['in', null, null]);
});

test('a sign-out in another tab is one here, at once', async () => {
  world.reachable = false;
  await addMemo('unsent');
  draft.value = 'half a thought';
  await until(async () => (await remains())[2] === 1, 'it was not kept');
  note({ due: 'here' });
  windowEvent('storage', { key: 'parting' });
  assert.deepEqual([session.value, me.value, draft.value, unsent.value], ['out', null, '', 0]);
  await until(async () => (await remains()).join() === ',false,0', 'something is left');
  world.reachable = true;
  windowEvent('online');
  await until(() => !parting.value?.due, 'the server was not told');
  assert.deepEqual(world.asked, ['POST /auth/logout']);
});

test('a frozen page heeds it when it is seen again, and a session that is over needs no end', async () => {
  world.who = 'u1';
  await look(true);
  assert.equal(session.value, 'in');
  world.asked = [];
  world.who = '';
  note({ due: 'here' });
  windowEvent('pageshow', { persisted: true });
  assert.equal(session.value, 'out');
  await until(() => !parting.value?.due, 'a 401 did not settle it');
  assert.deepEqual(world.asked, ['POST /auth/logout']);
});

test('a deleted account is that also for who hears of the end of its session first', async () => {
  world.who = 'u1';
  await look(true);
  draft.value = 'half a thought';
  const gone = deleteAccount();
  await until(() => world.who === '', 'it was not asked for');
  await look(true);
  windowEvent('focus');
  await gone;
  assert.deepEqual([session.value, parting.value?.why, draft.value, left], ['out', 'deleted', '', ['/']]);
  assert.deepEqual([await remains(), await kept.written('u1', tabName())], [['', false, 0], undefined]);
});

test('a browser without storage tells the server before the page goes', async (t) => {
  world.who = 'u1';
  await look(true);
  assert.equal(session.value, 'in');
  world.asked = [];
  t.mock.method(localStorage, 'setItem', () => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration: async () => ({ active: {} }) }, configurable: true });
  t.after(() => delete (navigator as { serviceWorker?: unknown }).serviceWorker);
  await signOut('here');
  await until(() => left.length > 0, 'the page stayed');
  assert.deepEqual([world.asked, left], [['POST /auth/logout'], ['/']]);
});
