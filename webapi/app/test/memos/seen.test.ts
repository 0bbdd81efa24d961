import assert from 'node:assert/strict';
import { type TestContext, test, vi } from 'vitest';
import { ApiError, type Member } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';
import { type Open, type Opening, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

const begin = Date.parse('2026-11-22T08:00:00.000Z');
const iso = (minutes: number) => new Date(begin + minutes * 60_000).toISOString();
const members: Member[] = [{ userId: 'u2', name: 'Hanako', isOwner: false, source: 'google' }];

/** A page and the time on its clock, in minutes after eight. */
interface Stage extends Open {
  at(minutes: number): void;
  /** A memo arrives, by Hanako by default; the page is notified. */
  arrives(id: string, minutes: number, userId?: string): Promise<void>;
}

/** Opens a page at ten past eight, in which Hanako wrote at one and at five past eight, and u1 at six. */
async function openAtTen(t: TestContext, seen?: string, opening: Opening = {}): Promise<Stage> {
  const world = worldOf({ members, ...(seen ? { seen } : {}) });
  world.server.put(memoOf('h1', 'milk', begin + 60_000, { userId: 'u2' }));
  world.server.put(memoOf('h5', 'eggs', begin + 300_000, { userId: 'u2' }));
  world.server.put(memoOf('t6', 'bread', begin + 360_000));
  let now = begin + 600_000;
  const open = await openSignedIn(t, { world, clock: () => now, ...opening });
  return {
    ...open,
    at: (minutes) => void (now = begin + minutes * 60_000),
    async arrives(id, minutes, userId = 'u2') {
      world.server.put(memoOf(id, `memo ${id}`, begin + minutes * 60_000, { userId }));
      open.streams.at(-1)!.say('changed');
      await until(() => open.page.lists.memos.value.some((memo) => memo.id === id), 'it was not read');
    },
  };
}

const news = ({ page }: Open) => page.lists.memos.value.filter(page.seen.isNew).map(({ id }) => id);

test('what others wrote since the last visit is new, in this and any other list', async (t) => {
  const open = await openAtTen(t, iso(3));
  assert.deepEqual([open.page.seen.line.value, open.page.seen.fresh.value, news(open)], [iso(3), 1, ['h5']]);
});

test('at the first visit nothing is new', async (t) => {
  const open = await openAtTen(t);
  assert.deepEqual([open.page.seen.line.value, open.page.seen.fresh.value, news(open)], ['', 0, []]);
});

test('the server is told what was in sight, once, and the line stays where it is', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = await openAtTen(t, iso(3));
  await until(() => open.page.lists.lastSynced.value > 0, 'the list is not there');
  vi.advanceTimersByTime(1999);
  await turns();
  assert.equal(open.world.seen, iso(3));
  vi.advanceTimersByTime(1);
  await until(() => open.world.seen === iso(6), 'it was not told');
  await open.page.session.look(true);
  vi.advanceTimersByTime(60_000);
  await turns();
  assert.equal(open.world.asked.filter((request) => request === 'PUT /api/me/seen').length, 1);
  assert.deepEqual([open.page.seen.line.value, news(open)], [iso(3), ['h5']]);
});

test('nothing is told while the page or the list is out of sight', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = await openAtTen(t, iso(3), { address: '/family' });
  vi.advanceTimersByTime(60_000);
  await turns();
  assert.equal(open.world.seen, iso(3));
  open.page.places.goTo('memos');
  open.tab.see(false);
  vi.advanceTimersByTime(60_000);
  await turns();
  assert.equal(open.world.seen, iso(3));
});

test('what arrives while another place is shown is unseen until one is back', async (t) => {
  const open = await openAtTen(t, iso(6));
  await until(() => open.page.lists.lastSynced.value > 0, 'the list is not there');
  open.page.places.goTo('family');
  await open.arrives('h11', 11);
  await open.arrives('t12', 12, 'u1');
  assert.equal(open.page.seen.unseen.value, 1);
  open.page.places.goTo('memos');
  assert.equal(open.page.seen.unseen.value, 0);
});

test('a page that comes back into sight begins a visit if something has come meanwhile', async (t) => {
  const open = await openAtTen(t, iso(3));
  await until(() => open.page.lists.lastSynced.value > 0, 'the list is not there');
  const back = async (minutes: number) => {
    open.tab.see(false);
    open.at(minutes);
    open.tab.see(true);
    await until(() => open.page.lists.lastSynced.value === begin + minutes * 60_000, 'the list was not read');
  };
  await back(20);
  assert.equal(open.page.seen.line.value, iso(3));
  open.world.server.put(memoOf('h25', 'tea', begin + 1_500_000, { userId: 'u2' }));
  await back(30);
  assert.deepEqual([open.page.seen.line.value, news(open)], [iso(6), ['h25']]);
});

test('another family has nothing new', async (t) => {
  const open = await openAtTen(t, iso(3));
  open.world.family = 'another family';
  delete open.world.seen;
  await open.page.person.refresh(true);
  assert.deepEqual([open.page.seen.line.value, open.page.seen.fresh.value], ['', 0]);
});

test('a visit begins by telling screen readers how many memos are new in it, once', async (t) => {
  const open = await openAtTen(t, iso(3));
  await until(() => open.page.notices.said.value !== '', 'nothing is said');
  assert.equal(open.page.notices.said.value, 'There is 1 new memo.');
  open.page.notices.say('something else');
  await open.arrives('h11', 11);
  assert.deepEqual([news(open).length, open.page.notices.said.value], [2, 'something else']);
});

test('what arrives in sight is told to screen readers, several memos together', async (t) => {
  const open = await openAtTen(t, iso(6));
  await until(() => open.page.lists.lastSynced.value > 0, 'the list is not there');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open.arrives('h11', 11);
  open.world.server.put(memoOf('t12', 'one of their own', begin + 720_000));
  vi.advanceTimersByTime(1000); // until the next hint is followed at once
  await open.arrives('h13', 13);
  vi.advanceTimersByTime(2000);
  assert.equal(open.page.notices.said.value, 'Hanako: memo h13, and 1 more memo');
  assert.equal(open.page.notices.latest.shown.value, null);
});

test('what arrives above the view is told to everybody', async (t) => {
  const open = await openAtTen(t, iso(6));
  await until(() => open.page.lists.lastSynced.value > 0, 'the list is not there');
  Object.assign(open.tab.window, { scrollY: 900 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open.arrives('h11', 11);
  vi.advanceTimersByTime(2000);
  assert.deepEqual(open.page.notices.latest.shown.value, { text: 'Hanako: memo h11', userId: 'u2' });
});

test('what the server could not be told is told when it is there again', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const open = await openAtTen(t, iso(3));
  await until(() => open.page.lists.lastSynced.value > 0, 'the list is not there');
  open.world.refuse = (request) => (request.endsWith('/seen') ? new ApiError(503, 'unavailable') : undefined);
  vi.advanceTimersByTime(2000);
  await until(() => open.world.asked.some((request) => request.endsWith('/seen')), 'it was not told');
  await turns();
  delete open.world.refuse;
  open.page.connection.note(false);
  open.page.connection.note(true);
  vi.advanceTimersByTime(2000);
  await until(() => open.world.seen === iso(6), 'it was not told again');
});

test('what has arrived is not told once the session is over', async (t) => {
  const open = await openAtTen(t, iso(6));
  await until(() => open.page.lists.lastSynced.value > 0, 'the list is not there');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open.arrives('h11', 11);
  open.page.ending.over();
  vi.advanceTimersByTime(2000);
  assert.equal(open.page.notices.said.value, '');
});
