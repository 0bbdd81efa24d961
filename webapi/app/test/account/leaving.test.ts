import assert from 'node:assert/strict';
import { type TestContext, test, vi } from 'vitest';
import { tabName } from '../../src/browser/tab';
import type { IndexedStore } from '../../src/sync/store/indexed';
import { memoOf } from '../kit/fake_server';
import { keepSession, noteParting, type Open, openPage, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

/** The data of u1 on a device. */
const remains = async (kept: IndexedStore) => [
  await kept.person(),
  !!(await kept.snapshot('u1')),
  (await kept.alter('u1', (queue) => queue)).length,
];

/** Replaces the page's timers by timers that the test advances. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Opens a page in a browser with an interrupted sign-out, to which the server answers with a Retry-After of seven seconds. */
async function openCutShort(t: TestContext): Promise<Open> {
  const open = openPage(t, { world: worldOf({ live: false, away: 7 }) });
  const { kept, browser, page } = open;
  await keepSession(kept, [memoOf('m1', 'milk', 1)]);
  await kept.alter('u1', () => [{ key: 'k1', kind: 'add', content: 'unsent', at: 1, state: 'waiting', tries: 0 }]);
  noteParting(browser, { due: 'everywhere' });
  await page.start();
  await until(() => page.signOut.failing.value, 'the server was not asked');
  return open;
}

test('a sign-out that was cut short is finished at the next start, without a word to the session', async (t) => {
  holdTimers();
  const {
    page: { lists, person },
    kept,
    world,
  } = await openCutShort(t);
  assert.deepEqual(
    [person.session.value, person.me.value, lists.memos.value.length, lists.changes.value.length],
    ['out', null, 0, 0],
  );
  assert.deepEqual(await remains(kept), ['', false, 0]);
  assert.deepEqual(world.asked, ['POST /auth/logout-everywhere']);
});

test('a sign-out that the server cannot complete is sent again after its Retry-After', async (t) => {
  holdTimers();
  const {
    page: { sessionEnds },
    world,
  } = await openCutShort(t);
  world.asked = [];
  vi.advanceTimersByTime(6999);
  await turns();
  assert.deepEqual(world.asked, []);
  vi.advanceTimersByTime(1);
  await until(() => world.asked.length > 0, 'it was not told again');
  await turns();
  assert.deepEqual([world.asked, sessionEnds.last.value?.due], [['POST /auth/logout-everywhere'], 'everywhere']);
});

test('a sign-in begins once the server knows of the sign-out', async (t) => {
  holdTimers();
  const {
    page: { sessionEnds, person, session, signOut },
    tab,
    world,
  } = await openCutShort(t);
  world.asked = [];
  await assert.rejects(session.signIn(), { status: 503 });
  assert.deepEqual([tab.left, person.session.value], [[], 'out']);
  world.away = 0;
  await session.signIn();
  assert.deepEqual(tab.left, ['/auth/login?return_to=%2F']);
  assert.deepEqual(world.asked, ['POST /auth/logout-everywhere', 'POST /auth/logout-everywhere']);
  assert.deepEqual([sessionEnds.last.value?.due, signOut.failing.value, world.who], [undefined, false, '']);
});

test('the sign-in removes the message about the last session', async (t) => {
  const {
    page: { sessionEnds, person, session, start },
    browser,
    world,
  } = openPage(t, { world: worldOf({ who: '' }) });
  noteParting(browser, {});
  await start();
  assert.deepEqual([person.session.value, sessionEnds.last.value?.why], ['out', 'signedOut']);
  world.who = 'u1';
  await session.look(true);
  assert.deepEqual([person.session.value, sessionEnds.last.value, browser.items.has('parting')], ['in', null, false]);
});

test('a sign-out in another tab is one here, at once', async (t) => {
  holdTimers();
  const {
    page: { draft, lists, memos, sessionEnds, person },
    browser,
    kept,
    tab,
    world,
  } = await openSignedIn(t, { world: worldOf({ live: false }) });
  world.reachable = false;
  await memos.add('unsent');
  draft.value = 'half a thought';
  await until(async () => (await remains(kept))[2] === 1, 'it was not kept');
  world.asked = [];
  noteParting(browser, { due: 'here' });
  tab.event('storage', { key: 'parting' });
  assert.deepEqual([person.session.value, person.me.value, draft.value, lists.unsent.value], ['out', null, '', 0]);
  await until(async () => (await remains(kept)).join() === ',false,0', 'something is left');
  world.reachable = true;
  tab.event('online');
  await until(() => !sessionEnds.last.value?.due, 'the server was not told');
  assert.deepEqual(world.asked, ['POST /auth/logout']);
});

test('what every tab has is counted, and stays for its person if they keep it', async (t) => {
  holdTimers();
  const { page, browser, kept, world } = await openSignedIn(t);
  const other = await openSignedIn(t, { browser, world, tab: browser.open() });
  page.draft.value = 'half a thought';
  other.page.draft.value = 'another half';
  const texts = async () => (await page.unsent.of('u1')).map(({ of, text }) => `${of}: ${text}`);
  await until(async () => (await texts()).length === 2, 'a tab is not counted');
  assert.deepEqual(await texts(), ['draft: half a thought', 'draft: another half']);
  await page.ending.signOut('here', 2);
  await until(() => other.page.person.session.value === 'out', 'the other tab goes on');
  assert.deepEqual([page.sessionEnds.last.value?.unsent, other.page.draft.value, await kept.person()], [2, '', '']);
  assert.deepEqual((await kept.allWritten('u1')).map(([, { draft }]) => draft).sort(), [
    'another half',
    'half a thought',
  ]);
});

test('two tabs of a browser end together, with one request to the server', async (t) => {
  holdTimers();
  const { page, browser, kept, world } = await openSignedIn(t);
  const other = await openSignedIn(t, { browser, world });
  other.page.draft.value = 'half a thought';
  world.asked = [];
  await page.ending.signOut('here');
  await until(() => other.page.person.session.value === 'out', 'the other tab goes on');
  await until(() => !other.page.sessionEnds.last.value?.due, 'the server was not told');
  await turns();
  vi.advanceTimersByTime(1000); // the tab that notified the server lets the others look
  await turns();
  assert.deepEqual([other.page.draft.value, other.page.person.me.value], ['', null]);
  assert.deepEqual(await remains(kept), ['', false, 0]);
  assert.deepEqual(world.asked, ['POST /auth/logout']);
});

test('a frozen page heeds it when it is seen again, and a session that is over needs no end', async (t) => {
  holdTimers();
  const {
    page: { sessionEnds, person },
    browser,
    tab,
    world,
  } = await openSignedIn(t, { world: worldOf({ live: false }) });
  world.asked = [];
  world.who = '';
  noteParting(browser, { due: 'here' });
  tab.event('pageshow', { persisted: true });
  assert.equal(person.session.value, 'out');
  await until(() => !sessionEnds.last.value?.due, 'a 401 did not settle it');
  assert.deepEqual(world.asked, ['POST /auth/logout']);
});

test('a deleted account shows as deleted also in a tab that sees the end of its session first', async (t) => {
  holdTimers();
  const {
    page: { draft, ending, sessionEnds, person, session },
    kept,
    tab,
    world,
  } = await openSignedIn(t, { world: worldOf({ live: false }) });
  draft.value = 'half a thought';
  const gone = ending.deleteAccount();
  await until(() => world.who === '', 'it was not asked for');
  await session.look(true);
  tab.event('focus');
  await gone;
  assert.deepEqual(
    [person.session.value, sessionEnds.last.value?.why, draft.value, tab.left],
    ['out', 'deleted', '', ['/']],
  );
  assert.deepEqual(
    [await remains(kept), await kept.written('u1', tabName(tab.window.sessionStorage))],
    [['', false, 0], undefined],
  );
});

test('a browser without storage signs out on the server before the page goes', async (t) => {
  holdTimers();
  const {
    page: { ending },
    tab,
    world,
  } = await openSignedIn(t, { world: worldOf({ live: false }) });
  world.asked = [];
  vi.spyOn(tab.window.localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError');
  });
  Object.assign(tab.window.navigator, { serviceWorker: { getRegistration: async () => ({ active: {} }) } });
  await ending.signOut('here');
  await until(() => tab.left.length > 0, 'the page stayed');
  assert.deepEqual([world.asked, tab.left], [['POST /auth/logout'], ['/']]);
});
