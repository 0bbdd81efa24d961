import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import {
  dropListed,
  type FetchPage,
  type LoadedPage,
  latest,
  listLag,
  newestFirst,
  nextLimit,
  reload,
} from '../../src/sync/feed';
import type { Memo } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';

const memo = (id: string, second: number, more: Partial<Memo> = {}) => memoOf(id, id, second * 1000, more);
const page = (cursor: string, nextCursor: string, ...memos: Memo[]): LoadedPage => ({
  cursor,
  nextCursor,
  memos,
  etag: `"${cursor}"`,
  limit: 2,
});
const own = (...memos: Memo[]) => new Map(memos.map((m) => [m.id, { memo: m, at: 1000 }]));
const shown = (pages: readonly LoadedPage[], changes = own()) =>
  [...latest(pages, changes).values()].filter((m) => !m.deleted).sort(newestFirst);
const ids = (memos: Memo[]) => memos.map((m) => m.id).join(' ');

const a = memo('a', 3);
const b = memo('b', 2);
const c = memo('c', 1);
const pages = [page('', 'p2', a, b), page('p2', '', c)];

describe('memos of the lists and one’s own', () => {
  test('the list alone', () => assert.equal(ids(shown(pages)), 'a b c'));
  test('one just added comes first', () => assert.equal(ids(shown(pages, own(memo('n', 9)))), 'n a b c'));
  test('one just added that is listed too comes once', () => assert.equal(ids(shown(pages, own(a))), 'a b c'));
  test('one just deleted is gone', () =>
    assert.equal(ids(shown(pages, own({ ...b, version: 2, deleted: true }))), 'a c'));
  test('one just purged is gone', () =>
    assert.equal(ids(shown(pages, new Map([['b', { memo: b, at: 0, gone: true }]]))), 'a c'));
  test('another person’s later change wins', () =>
    assert.equal(ids(shown([page('', '', { ...b, version: 3 })], own({ ...b, version: 2, deleted: true }))), 'b'));
  test('a restored one has its old place', () =>
    assert.equal(ids(shown([page('', '', a, c)], own({ ...b, version: 3 }))), 'a b c'));
  test('on two pages it is one memo', () =>
    assert.equal(ids(shown([page('', 'x', a, b), page('x', '', b, c)])), 'a b c'));
  test('of a live and a trashed one the later stays', () =>
    assert.equal(ids(shown([...pages, page('', '', { ...a, version: 2, deleted: true })])), 'b c'));
});

describe('own changes are forgotten', () => {
  test('once listed', () => assert.equal(dropListed(own(a), pages, 1001).size, 0));
  test('not while the list lags', () => assert.equal(dropListed(own({ ...a, version: 2 }), pages, 1001).size, 1));
  test('once listed in the trash', () =>
    assert.equal(
      dropListed(own({ ...b, version: 2, deleted: true }), [page('', '', { ...b, version: 2, deleted: true })], 1001)
        .size,
      0,
    ));
  test('a deleted one, after the lag', () =>
    assert.equal(dropListed(own({ ...b, version: 2, deleted: true }), [page('', '', a)], 1000 + listLag).size, 0));
  test('not while a page that was not asked for again shows the memo of before', () => {
    const late = 1000 + 2 * listLag;
    assert.equal(dropListed(own({ ...c, version: 2, content: 'new' }), pages, late).size, 1);
    assert.equal(dropListed(own({ ...c, version: 2, deleted: true }), pages, late).size, 1);
    assert.equal(dropListed(new Map([['c', { memo: c, at: 1000, gone: true }]]), pages, late).size, 1);
    assert.equal(dropListed(own({ ...c, version: 2 }), [page('', '', { ...c, version: 3 })], 1001).size, 0);
    assert.equal(
      dropListed(new Map([['c', { memo: c, at: 1000, gone: true }]]), [page('', '', { ...c, version: 2 })], 1001).size,
      0,
    );
  });
  test('a purged one, once it is not listed', () => {
    const gone = new Map([['b', { memo: b, at: 1000, gone: true }]]);
    assert.equal(dropListed(gone, pages, 1001).size, 1);
    assert.equal(dropListed(gone, [page('', '', a)], 1001).size, 0);
  });
  test('without a change it is the same map', () => {
    const before = own(memo('n', 9));
    assert.equal(dropListed(before, pages, 1001), before);
  });
});

/** A server's list, which pages by position as the real one does: a cursor is the last memo of the page before. */
class List {
  readonly asked: string[] = [];
  constructor(public memos: Memo[]) {}

  fetchPage: FetchPage = async (cursor, limit, known) => {
    this.asked.push(cursor);
    const [time, id] = cursor.split('|');
    const rest = this.memos
      .filter((m) => !cursor || m.timestamp < time! || (m.timestamp === time && m.id < id!))
      .sort(newestFirst);
    const memos = rest.slice(0, limit);
    const last = memos.at(-1);
    const nextCursor = rest.length > limit && last ? `${last.timestamp}|${last.id}` : '';
    const etag = JSON.stringify([memos, nextCursor]);
    return known?.etag === etag ? known : { memos, nextCursor, etag };
  };
}

const many = (n: number) => Array.from({ length: n }, (_, i) => memo(`m${String(i).padStart(4, '0')}`, i));

/** Loads the first n pages one after the other, as a reader does. */
async function loaded(list: List, n: number): Promise<readonly LoadedPage[]> {
  let pages = await reload([], list.fetchPage);
  while (pages.length < n && pages.at(-1)!.nextCursor) {
    const cursor = pages.at(-1)!.nextCursor;
    pages = [...pages, { ...(await list.fetchPage(cursor, nextLimit)), cursor, limit: nextLimit }];
  }
  list.asked.length = 0;
  return pages;
}

test('the first time, one page', async () => {
  const list = new List(many(200));
  assert.equal((await reload([], list.fetchPage)).length, 1);
});

test('unchanged pages are the same', async () => {
  const list = new List(many(400));
  const before = await loaded(list, 4);
  assert.equal(await reload(before, list.fetchPage), before);
  assert.equal(list.asked.length, before.length);
});

test('a memo on top costs one page more, once', async () => {
  const list = new List(many(400));
  const before = await loaded(list, 4);
  list.memos.push(memo('new', 9999));
  const after = await reload(before, list.fetchPage);
  assert.deepEqual(after.slice(2), before.slice(1));
  list.memos.push(memo('newer', 10_000));
  assert.equal((await reload(after, list.fetchPage)).length, after.length);
});

test('a hint looks at the first pages only', async () => {
  const list = new List(many(900));
  const before = await loaded(list, 8);
  await reload(before, list.fetchPage, 3);
  assert.equal(list.asked.length, 3);
});

test('an empty list stays empty', async () => {
  const list = new List([]);
  const before = await reload([], list.fetchPage);
  assert.deepEqual(
    before.map((p) => p.memos),
    [[]],
  );
  assert.equal(await reload(before, list.fetchPage), before);
});

test('so many new memos that the old pages are far away begin anew', async () => {
  const list = new List(many(200));
  const before = await loaded(list, 3);
  list.memos.push(...Array.from({ length: 2000 }, (_, i) => memo(`x${i}`, 5000 + i)));
  const after = await reload(before, list.fetchPage);
  assert.ok(list.asked.length < 10);
  assertContiguous(after, list);
});

/** The shown memos must be the server's newest without a gap. */
function assertContiguous(pages: readonly LoadedPage[], list: List, note = ''): void {
  const got = shown(pages);
  const want = [...list.memos].sort(newestFirst).slice(0, got.length);
  assert.deepEqual(
    got.map((m) => `${m.id} ${m.version}`),
    want.map((m) => `${m.id} ${m.version}`),
    note,
  );
  if (!pages.at(-1)!.nextCursor) assert.equal(got.length, list.memos.length, note);
}

test('whatever happens to the list, a full reload shows its newest part without a gap', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let run = 0; run < 30; run++) {
    const list = new List(many(random(500)));
    let pages = await loaded(list, 1 + random(6));
    for (let round = 0; round < 8; round++) {
      for (let n = random(70); n > 0; n--) {
        const i = random(Math.max(1, list.memos.length));
        const what = random(4);
        if (what === 0 || list.memos.length === 0)
          list.memos.push(memo(`n${run}.${round}.${n}`, 1000 + round * 100 + n));
        else if (what === 1) list.memos.splice(i, 1);
        else list.memos[i] = { ...list.memos[i]!, version: list.memos[i]!.version + 1 };
      }
      pages = await reload(pages, list.fetchPage);
      assertContiguous(pages, list, `run ${run}, round ${round}`);
    }
  }
});
