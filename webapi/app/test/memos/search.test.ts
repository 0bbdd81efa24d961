import assert from 'node:assert/strict';
import { type TestContext, test, vi } from 'vitest';
import { ApiError, type Member } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

const hanako: Member = { userId: 'u2', name: 'Hanako', isOwner: false, source: 'google' };

/** How many memos are about curry: one in a thousand of ten thousand. */
const curries = 10;

/** Opens a page whose family has so many memos, of which few are listed and those about curry are spread evenly. */
async function openWith(t: TestContext, memos: number): Promise<Open> {
  const world = worldOf({ members: [hanako] });
  for (let i = 0; i < memos; i++)
    world.server.put(memoOf(`x${i}`, i % (memos / curries) === 0 ? `Curry No. ${i}` : `memo ${i}`, i));
  return openSignedIn(t, { world });
}

test('ten thousand memos are searched here at once, and further on the server', async (t) => {
  const {
    page: {
      lists,
      search: { query, found, more },
      sync,
    },
  } = await openWith(t, 10_000);
  for (let i = 0; i < 10; i++) await sync.loadMore();
  const { memos } = lists;
  assert.ok(memos.value.length >= 1000 && lists.hasMore.value);
  const before = memos.value;
  query.value = { text: 'ＣＵＲＲＹ', author: '' };
  const here = found.value.memos.length;
  assert.ok(here > 0 && here < curries && found.value.busy);
  assert.equal(memos.value, before);
  query.value = { text: 'Curry', author: '' };
  await until(() => !found.value.busy, 'the server was not asked');
  await more();
  assert.deepEqual([found.value.memos.length, found.value.more, found.value.offline], [curries, false, false]);
  query.value = { text: 'Curry', author: 'u2' };
  assert.equal(found.value.memos.length, 0);
  query.value = { text: '', author: '' };
  assert.equal(found.value.memos, memos.value);
});

test('words in another order are found, here at once, if nothing has the whole text', async (t) => {
  const world = worldOf();
  for (const [i, content] of ['milk and eggs', 'eggs - 🥚', 'two eggs, crème', 'bread'].entries())
    world.server.put(memoOf(`x${i}`, content, i));
  const { search } = (await openSignedIn(t, { world })).page;
  for (const [text, want] of [
    ['eggs milk', 'milk and eggs'],
    ['creme eggs', 'two eggs, crème'],
    ['creme bread', ''],
    ['-', 'eggs - 🥚'],
    ['🥚', 'eggs - 🥚'],
  ] as const) {
    search.query.value = { text, author: '' };
    assert.equal(search.found.value.memos.map((m) => m.content).join(), want, text);
  }
});

test('a search that comes too soon says why, and is done when it may be', async (t) => {
  const {
    page: {
      connection,
      search: { query, found },
    },
    world,
  } = await openWith(t, 200);
  const limit = { until: Infinity };
  world.refuse = (request) =>
    request.includes('q=') && Date.now() < limit.until
      ? new ApiError(429, 'too_many', { reason: 'many_searches', detail: 'search later', retryAfter: 1000 })
      : undefined;
  query.value = { text: 'Curry', author: '' };
  await until(() => found.value.problem !== '', 'it does not say why');
  assert.deepEqual(
    [found.value.problem, found.value.offline, found.value.busy, connection.connected.value],
    ['search later', false, false, true],
  );
  limit.until = Date.now() + 900;
  const asked = world.asked.length;
  await until(() => found.value.memos.length === curries, 'it was not done');
  assert.deepEqual([found.value.problem, world.asked.slice(asked).filter((a) => a.includes('q=')).length], ['', 1]);
});

test('what one changes in a memo that only a search has found stays changed', async (t) => {
  const {
    page: {
      lists,
      memos,
      search: { query, found },
    },
    world,
  } = await openWith(t, 200);
  query.value = { text: 'Curry', author: '' };
  await until(() => found.value.memos.length === curries && !found.value.busy, 'it was not found');
  const old = found.value.memos.at(-1)!;
  assert.ok(!lists.memos.value.some((m) => m.id === old.id));
  const searches = () => world.asked.filter((a) => a.includes('q=')).length;
  const before = searches();
  await memos.edit(old, 'Curry, mild');
  await until(() => lists.unsent.value === 0, 'it was not sent');
  await until(() => searches() > before && !found.value.busy, 'it was not looked for again');
  await turns(); // another search would have begun
  lists.own.value = new Map(); // as the lists do after a while
  assert.deepEqual(found.value.memos.at(-1)!.content, 'Curry, mild');
});

test('a look that finds nothing new does not search again', async (t) => {
  const { page, world } = await openWith(t, 20);
  page.search.query.value = { text: 'Curry', author: '' };
  await until(() => page.search.found.value.memos.length > 0 && !page.search.found.value.busy, 'it was not searched');
  const searches = () => world.asked.filter((request) => request.includes('q=')).length;
  const before = searches();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await page.session.look(true);
  vi.advanceTimersByTime(1000);
  await turns();
  assert.equal(searches(), before);
});

test('the list is not narrowed by a member who has left', async (t) => {
  const { page, world } = await openSignedIn(t, { world: worldOf({ members: [hanako] }), address: '/?by=u2' });
  await turns();
  assert.equal(page.search.query.value.author, 'u2');
  world.members = [];
  await page.person.refresh();
  assert.deepEqual([page.search.query.value.author, page.search.narrowed.value], ['', false]);
});
