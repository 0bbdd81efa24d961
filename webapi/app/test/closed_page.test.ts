import assert from 'node:assert/strict';
import { test } from 'vitest';
import { ApiError } from '../src/sync/model';
import { fetchOf } from './kit/fake_http';
import { memoOf } from './kit/fake_server';
import { keepSession, meOf, type Open, openPage, openSignedIn, worldOf } from './kit/page';
import { changedSince, dump } from './kit/signals';
import { countTimers } from './kit/timers';
import { turns, until } from './kit/wait';

/** A page whose server answers only when the test allows it. */
interface Held extends Open {
  /** From now on the server delays its answers. */
  hold(): void;
  /** The number of requests that wait for an answer. */
  waiting(): number;
}

/** The pending work of a page when it is closed; resolves when it is done. */
const moments: [string, (open: Held) => Promise<void>][] = [
  ['has nothing to do', async () => undefined],
  [
    'was told to look again later',
    async ({ page, world }) => {
      world.refuse = () => new ApiError(429, 'too_many', { retryAfter: 60_000 });
      await page.session.look(true);
    },
  ],
  [
    'looks what is new',
    async ({ page, hold, waiting }) => {
      hold();
      void page.session.look(true);
      await until(() => waiting() > 0, 'it does not ask');
    },
  ],
  [
    'reads a long list again',
    async ({ page, world, hold, waiting }) => {
      for (let i = 0; i < 500; i++) world.server.put(memoOf(`m${i}`, `memo ${i}`, i));
      await page.sync.refresh(true);
      for (let i = 0; i < 4; i++) await page.sync.loadMore();
      for (let i = 0; i < 500; i++) world.server.put(memoOf(`m${i}`, `another ${i}`, i));
      hold();
      void page.sync.refresh(true);
      await until(() => waiting() > 0, 'it does not ask');
    },
  ],
  ['begins to search', async ({ page }) => void (page.search.query.value = { text: 'milk', author: '' })],
  [
    'asks the server in a search',
    async ({ page, world, hold, waiting }) => {
      world.refuse = () => new ApiError(429, 'too_many', { detail: 'search later', retryAfter: 9000 });
      hold();
      page.search.query.value = { text: 'milk', author: '' };
      await until(() => waiting() > 0, 'it does not ask');
    },
  ],
  [
    'waits to search again',
    async ({ page, world }) => {
      world.refuse = (request) =>
        request.includes('q=')
          ? new ApiError(429, 'too_many', { detail: 'search later', retryAfter: 9000 })
          : undefined;
      page.search.query.value = { text: 'milk', author: '' };
      await until(() => page.search.found.value.problem !== '', 'it was not refused');
    },
  ],
  [
    'sends a memo',
    async ({ page, hold, waiting }) => {
      hold();
      await page.memos.add('bread');
      await until(() => waiting() > 0, 'it is not sent');
    },
  ],
  [
    'waits to send a memo',
    async ({ page, world }) => {
      world.server.fates = [new ApiError(429, 'too_many', { retryAfter: 9000 })];
      await page.memos.add('bread');
      await until(() => page.lists.held.value > 0, 'it was not refused');
    },
  ],
  [
    'makes sure whose memo it would send',
    async ({ page, world, hold, waiting }) => {
      world.refuse = () => new ApiError(503, 'unavailable');
      page.person.unsure();
      hold();
      await page.memos.add('bread');
      await until(() => waiting() > 0, 'it does not ask');
    },
  ],
  [
    'lost its stream',
    async ({ streams }) => {
      const stream = streams.at(-1)!;
      stream.say('hello');
      stream.readyState = 2;
      stream.say('error');
    },
  ],
  [
    'has not told the server of a sign-out',
    async ({ page, world }) => {
      world.reachable = false;
      await page.ending.signOut('here');
      await until(() => page.signOut.failing.value, 'it was told');
    },
  ],
  [
    'tells the server of a sign-out',
    async ({ page, world, hold, waiting }) => {
      world.away = 60;
      hold();
      void page.ending.signOut('here');
      await until(() => waiting() > 0, 'it is not told');
    },
  ],
  [
    'ends the session',
    async ({ page, world }) => {
      world.who = '';
      void page.session.look(true);
      await until(() => page.person.session.value === 'out', 'it goes on');
    },
  ],
];
for (const [name, about] of moments) {
  test(`a page that ${name} asks nothing and has no timer after it is closed`, async (t) => {
    const timers = countTimers(t);
    const world = worldOf();
    const answer = fetchOf(world);
    let [asked, waiting] = [0, 0];
    let held: Promise<void> | undefined;
    let release = () => {};
    const fetcher: typeof fetch = async (...args) => {
      asked++;
      if (held !== undefined) waiting++;
      await held;
      return answer(...args);
    };
    const open = await openSignedIn(t, { world, fetcher });
    await turns();
    await about({ ...open, hold: () => void (held = new Promise((done) => (release = done))), waiting: () => waiting });
    assert.ok(timers() > 0, 'an open page has none either');
    open.page.close();
    const then = asked;
    held = undefined;
    release();
    await turns();
    assert.deepEqual([timers(), asked - then], [0, 0]);
    const rest = dump(open.page);
    disturb(open);
    await turns();
    assert.deepEqual([timers(), asked - then, changedSince(rest, open.page)], [0, 0, []]);
    assert.ok(
      open.streams.every(({ readyState }) => readyState === 2),
      'a stream is open',
    );
    assert.equal(open.tab.heard, undefined);
  });
}

/** Sends a page every event on which an open one requests something. */
function disturb({ browser, page, streams, tab, world }: Open): void {
  delete world.refuse;
  world.reachable = true;
  tab.see(false);
  tab.see(true);
  tab.show('/join#abcdefghijklmnopqrst_-');
  for (const kind of ['online', 'focus', 'hashchange', 'popstate', 'beforeinstallprompt', 'appinstalled'])
    tab.event(kind);
  tab.event('pageshow', { persisted: true });
  tab.event('storage', { key: 'parting' });
  tab.fit('(min-width: 900px)', true);
  browser.open().tabs().tell({ kind: 'session', userId: 'u2' });
  void page.session.look(true);
  for (const stream of streams) for (const kind of ['hello', 'changed', 'error']) stream.say(kind);
}

test('a page that is closed while it starts comes to nothing, whenever that is', async (t) => {
  const timers = countTimers(t);
  for (let gone = 0; gone < 60; gone++) {
    const { browser, page, streams, world, kept, ...open } = openPage(t);
    browser.items.set('familySeen', '{}'); // of an earlier version
    if (gone % 2) await keepSession(kept, [memoOf('m1', 'milk', 1)], meOf('u1', true));
    await kept.alter('u1', () => [{ key: 'k1', kind: 'add', content: 'unsent', at: 1, state: 'waiting', tries: 0 }]);
    const started = page.start();
    await turns(gone);
    page.close();
    await started;
    await turns();
    const { length } = world.asked;
    const rest = dump(page);
    disturb({ browser, page, streams, world, kept, ...open });
    await turns();
    assert.deepEqual(
      [timers(), world.asked.length, changedSince(rest, page)],
      [0, length, []],
      `closed after ${gone} turns`,
    );
    assert.ok(
      streams.every(({ readyState }) => readyState === 2),
      'a stream is open',
    );
  }
});
