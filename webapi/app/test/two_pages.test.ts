import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { type TestContext, test } from 'vitest';
import { Voice } from '../src/memos/voice';
import { catalogues, type Language } from '../src/messages';
import { briefly } from '../src/messages/text';
import { ApiError, type Family, type JoinRequest } from '../src/sync/model';
import { memoOf } from './kit/fake_server';
import { hearing } from './kit/hearing';
import { type Open, openSignedIn, worldOf } from './kit/page';
import { changedSince, dump, signalsOf, watchSignals } from './kit/signals';
import { turns, until } from './kit/wait';

const token = 'abcdefghijklmnopqrst_-';

/** A page with its world, and the time on its clock. */
interface Stage extends Open {
  who: string;
  language: Language;
  clock: { now: number };
  say(transcript: string): void;
}

/** Opens a page that shares nothing with another one, and leaves data in every part of it. */
async function openStage(t: TestContext, who: string, language: Language): Promise<Stage> {
  const world = worldOf({ who });
  for (let i = 0; i < 3; i++) world.server.put(memoOf(`${who}-${i}`, `memo ${i} of ${who}`, i, { userId: who }));
  world.server.put(memoOf(`${who}-thrown`, 'thrown away', 1, { userId: who, deleted: true }));
  const clock = { now: Date.now() };
  const open = await openSignedIn(t, { world, language, clock: () => clock.now, address: '/family' });
  const { page, tab, streams } = open;
  streams.at(-1)!.say('hello');
  page.places.goTo('trash');
  await page.memos.remove(page.lists.memos.value.at(-1)!);
  await rest(open, who);
  page.draft.value = `draft of ${who}`;
  page.edits.open(page.lists.memos.value[0]!, `edit of ${who}`);
  page.places.selected.value = `${who}-1`;
  page.invites.invitation.value = { link: `/join#${who}`, endsAt: clock.now + 300_000, asksFirst: true };
  page.invites.digits.value = '04';
  page.search.query.value = { text: 'memo', author: who };
  await rest(open, who);
  return { ...open, who, language, clock, say: hearing(tab) };
}

/** Waits until a page is idle and its browser has stored the lists. */
async function rest({ page, kept }: Open, who: string): Promise<void> {
  const { lists, person, search } = page;
  let before = dump(page);
  await until(async () => {
    await turns(50);
    const still = changedSince(before, page).length === 0 && lists.unsent.value === 0 && !search.found.value.busy;
    before = dump(page);
    return still;
  }, 'it does not come to rest');
  const shown = () => ({
    me: person.me.value,
    pages: lists.pages.value,
    trashPages: lists.trashPages.value,
    own: lists.own.value,
    lastSynced: lists.lastSynced.value,
  });
  await until(async () => isDeepStrictEqual(await kept.snapshot(who), shown()), 'it is not kept');
}

/** A page's requests to its server and its browser. */
async function surroundings({ browser, tab, world, streams, kept, who }: Stage): Promise<unknown> {
  return {
    items: [...browser.items],
    tab: [...tab.items],
    shown: tab.shown,
    left: [...tab.left],
    asked: [...world.asked],
    texts: world.server.texts(),
    streams: streams.map(({ readyState }) => readyState),
    databases: (await browser.databases.databases()).map(({ name }) => name).sort(),
    kept: [
      await kept.person(),
      await kept.snapshot(who),
      await kept.alter(who, (queue) => queue),
      await kept.seen(who),
    ],
  };
}

/** Writes, changes and throws away memos, with a server that refuses some of it. */
async function write({ page: { memos, lists, edits, draft, pasted }, world, clock }: Stage): Promise<void> {
  const sent = () => until(() => lists.unsent.value === 0, 'it was not sent');
  draft.value = 'bread';
  pasted.value = true;
  await memos.add('bread');
  await sent();
  const memo = lists.memos.value.find((m) => m.content === 'bread')!;
  edits.open(memo);
  edits.write(memo, 'brown bread');
  edits.close();
  await memos.edit(memo, 'brown bread');
  await sent();
  await memos.remove(lists.memos.value.find((m) => m.content === 'brown bread')!);
  await memos.emptyTrash();
  await sent();
  world.server.fates = [new ApiError(429, 'too_many', { retryAfter: 1000 })];
  await memos.add('too much');
  await until(() => lists.held.value > 0, 'it was not refused');
  clock.now += 61_000;
  await memos.box.retry(lists.changes.value[0]!.key);
  await sent();
}

/** Searches memos on the server, beyond the first results. */
async function lookFor({ page: { search, lists, sync }, world }: Stage): Promise<void> {
  for (let i = 0; i < 120; i++) {
    world.server.put(memoOf(`far${i}`, `far away ${i}`, -i));
    world.server.put(memoOf(`gone${i}`, `gone ${i}`, -i, { deleted: true }));
  }
  await sync.refresh(true);
  search.query.value = { text: 'far', author: '' };
  await until(() => search.found.value.more && !search.found.value.busy, 'it was not found');
  await search.more();
  await sync.loadMore();
  await sync.loadMoreTrash();
  assert.ok(lists.memos.value.length > 50 && lists.trash.value.length > 50);
  search.query.value = { text: '', author: '' };
}

/** Goes to every place, with a family that changes and an invitation. */
async function comeAndGo({
  page: { badge, clock, closing, invites, notices, places, person, session },
  tab,
  world,
  clock: set,
}: Stage): Promise<void> {
  places.goTo('memos');
  tab.back();
  places.goTo('memos');
  const me = person.me.value!;
  const asks: JoinRequest = {
    userId: 'u8',
    name: 'Asks',
    source: 'google',
    firstSeen: '2026-11-20T00:00:00.000Z',
    requestedAt: '2026-11-21T00:00:00.000Z',
  };
  const family: Family = {
    ...me.family,
    members: [...me.family.members, { userId: 'u9', name: 'New', isOwner: false, source: 'google' }],
    requests: [asks],
  };
  person.me.value = { ...me, family };
  assert.equal(badge.count.value, 2);
  places.goTo('family');
  badge.see();
  invites.invitation.value = null;
  invites.digits.value = '0417';
  invites.turnedAway.value = true;
  tab.show(`/join#${token}`);
  tab.event('hashchange');
  assert.deepEqual(invites.wanted.value, { inviteToken: token });
  invites.dismiss();
  closing.remember();
  assert.ok(closing.take());
  notices.undo('a notice', () => undefined);
  notices.error('a problem');
  set.now += 60_000;
  clock.tick();
  world.family = 'another family';
  await session.look(true);
  await until(() => person.family.value === 'another family', 'the family is the same');
}

/** Memos of others arrive while the page is hidden, and while another place is shown; one has been done for long. */
async function hearOthers({ page, tab, world, clock, who }: Stage): Promise<void> {
  const { lists, places, seen, sync } = page;
  const familyId = page.person.family.value;
  const doneAt = new Date(clock.now - 3 * 24 * 60 * 60 * 1000 + 60_000).toISOString();
  places.goTo('memos');
  world.server.put(memoOf(`${who}-done`, 'done', clock.now - 9e8, { userId: who, familyId, doneAt, doneBy: who }));
  await sync.refresh();
  tab.see(false);
  world.server.put(memoOf(`${who}-new`, 'new', clock.now + 1000, { userId: 'u9', familyId }));
  clock.now += 2000;
  tab.see(true);
  await until(() => seen.fresh.value === 1, 'it is not new');
  places.named.value = 'not here';
  places.goTo('family');
  world.server.put(memoOf(`${who}-newer`, 'newer', clock.now + 1000, { userId: 'u9', familyId }));
  await until(async () => (await sync.refresh()) && seen.unseen.value === 1, 'it is not unseen');
  places.goTo('memos');
  clock.now += 120_000;
  page.clock.tick();
  assert.ok(lists.trash.value.some(({ id }) => id === `${who}-done`));
}

/** Moves through the list, and changes the display. */
async function chooseLooks({ page, tab }: Stage): Promise<void> {
  const { list, cursor, display } = page;
  tab.fit('(min-width: 1280px)', true);
  assert.equal(list.columns.value, 2);
  list.scrolledTo.value = 1;
  list.moving.value = { of: list.rows.value, rows: [] };
  list.turn(list.rows.value[0]!.day);
  cursor.goTo(list.rows.value.at(-1)!.key);
  display.language.value = display.language.value === 'ja' ? 'en' : 'ja';
  display.theme.value = 'dark';
  display.text.value = 'large';
  display.keys.value = false;
}

/** Uses the browser: the microphone, the home screen, a wide window, a newer version. */
async function useBrowser({ page, say, tab }: Stage): Promise<void> {
  const { install, updateWaiting, wide } = page;
  const voice = new Voice({ ...page, t: catalogues.en });
  voice.start();
  say('spoken');
  voice.stop();
  tab.event('beforeinstallprompt', { prompt: async () => undefined });
  await install.ask();
  tab.event('appinstalled');
  tab.event('beforeprint');
  tab.fit('(min-width: 900px)', true);
  assert.ok(wide.value);
  for (const is of [updateWaiting, page.familyMenu, page.inviting, page.shortcuts, page.store.refused]) is.value = true;
}

/** Another person signs in, the page is hidden, and its person signs out while the server cannot be reached. */
async function leave({
  page: { connection, ending, sessionEnds, person, session, signOut, memos },
  streams,
  tab,
  world,
  who,
  clock,
}: Stage): Promise<void> {
  clock.now += 60_000;
  world.who = 'u7';
  await memos.add('for another');
  await until(() => person.me.value?.user.userId === 'u7', 'the other person is not seen');
  world.who = who;
  tab.event('focus');
  await until(() => person.me.value?.user.userId === who && person.session.value === 'in', 'the person is not back');
  streams.at(-1)!.say('hello');
  streams.at(-1)!.say('error');
  tab.see(false);
  assert.equal(streams.at(-1)!.readyState, 2);
  tab.see(true);
  world.reachable = false;
  await session.look(true);
  assert.equal(connection.connected.value, false);
  await ending.signOut('everywhere');
  await until(() => signOut.failing.value, 'the server was asked');
  world.reachable = true;
  tab.event('online');
  signOut.trySending();
  await until(() => !sessionEnds.last.value?.due && tab.left.length > 0, 'the server was not told');
  assert.deepEqual([person.session.value, person.me.value], ['out', null]);
}

const people = { taro: ['u1', 'en'], hanako: ['u2', 'ja'] } as const;
const ways = [
  ['taro', 'hanako'],
  ['hanako', 'taro'],
] as const;
for (const [busy, quiet] of ways) {
  test(`what happens on the page of ${busy} changes nothing on that of ${quiet}`, async (t) => {
    const stages = { taro: await openStage(t, ...people.taro), hanako: await openStage(t, ...people.hanako) };
    const [driven, still] = [stages[busy], stages[quiet]];
    const [before, around] = [dump(still.page), await surroundings(still)];
    const { changed, stop } = watchSignals(driven.page);
    for (const part of [write, lookFor, hearOthers, chooseLooks, comeAndGo, useBrowser, leave]) {
      await part(driven);
      assert.deepEqual(changedSince(before, still.page), [], `after ${part.name}`);
    }
    stop();
    driven.page.close();
    await turns();
    assert.deepEqual(changedSince(before, still.page), []);
    assert.deepEqual(await surroundings(still), around);
    assert.deepEqual(
      [...before.keys()].filter((name) => !changed.has(name)),
      [],
      'signals that nothing here has changed',
    );
  });
}

test('the dump of a page has the signals of every part of it', async (t) => {
  const { page } = await openStage(t, ...people.taro);
  const names = [...signalsOf(page).keys()];
  const parts = [
    'badge.count',
    'clock.now',
    'closing.since',
    'connection.connected',
    'draft',
    'edits.all',
    'install.way',
    'invites.invitation',
    'lists.pages',
    'notices.latest.current',
    'sessionEnds.last',
    'person.session',
    'places.place',
    'search.query',
    'seen.line',
    'signOut.failing',
    'updateWaiting',
    'wide',
  ];
  for (const name of parts) assert.ok(names.includes(name), `${name} is not among ${names}`);
});

test('each page speaks its own language, and goes on when the other is closed', async (t) => {
  const [taro, hanako] = [await openStage(t, ...people.taro), await openStage(t, ...people.hanako)];
  for (const { page, language } of [taro, hanako]) {
    const memo = page.lists.memos.value.at(-1)!;
    await page.memos.remove(memo);
    assert.equal(page.notices.acts.newest()?.text, catalogues[language].removed(briefly(memo.content)));
  }
  taro.page.close();
  const { page, streams, texts, world } = hanako;
  world.server.put(memoOf('m9', 'from a phone', Date.now() + 1000, { userId: 'u2' }));
  streams.at(-1)!.say('changed');
  await until(() => texts().includes('from a phone'), 'the hint was not followed');
  await page.memos.add('milk');
  await until(() => page.lists.unsent.value === 0 && world.server.texts().includes('milk'), 'it was not sent');
  page.places.goTo('memos');
  assert.deepEqual(
    [page.person.session.value, page.places.place.value, page.draft.value],
    ['in', 'memos', 'draft of u2'],
  );
});
