import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memo } from '../src/api';
import { byDay, listLag, liveMemos, reload, settle, type FetchPage, type LoadedPage } from '../src/feed';

const memo = (id: string, more: Partial<Memo> = {}): Memo => ({
  id, userId: 'u', familyId: 'f', content: id, version: 1, deleted: false, createdByName: 'Taro',
  timestamp: `2026-01-01T00:00:0${id.length}.000Z`, ...more,
});

const page = (cursor: string, nextCursor: string, ...memos: Memo[]): LoadedPage => ({ cursor, nextCursor, memos, etag: `"${cursor}"` });
const own = (...memos: Memo[]) => new Map(memos.map((m) => [m.id, { memo: m, at: 1000 }]));
const ids = (memos: Memo[]) => memos.map((m) => m.id).join(' ');

const a = memo('a', { timestamp: '2026-01-01T00:00:03.000Z' });
const b = memo('b', { timestamp: '2026-01-01T00:00:02.000Z' });
const c = memo('c', { timestamp: '2026-01-01T00:00:01.000Z' });
const pages = [page('', 'p2', a, b), page('p2', '', c)];

test('memos of the list and one’s own', async (t) => {
  await t.test('the list alone', () => assert.equal(ids(liveMemos(pages, own())), 'a b c'));
  await t.test('one just added comes first', () =>
    assert.equal(ids(liveMemos(pages, own(memo('n', { timestamp: '2026-01-01T00:00:09.000Z' })))), 'n a b c'));
  await t.test('one just added that is listed too comes once', () => assert.equal(ids(liveMemos(pages, own(a))), 'a b c'));
  await t.test('one just deleted is gone', () => assert.equal(ids(liveMemos(pages, own({ ...b, version: 2, deleted: true }))), 'a c'));
  await t.test('a later change of somebody else’s wins', () =>
    assert.equal(ids(liveMemos([page('', '', { ...b, version: 3 })], own({ ...b, version: 2, deleted: true }))), 'b'));
  await t.test('a restored one has its old place', () => assert.equal(ids(liveMemos([page('', '', a, c)], own({ ...b, version: 3 }))), 'a b c'));
  await t.test('on two pages it is one memo', () => assert.equal(ids(liveMemos([page('', 'x', a, b), page('x', '', b, c)], own())), 'a b c'));
});

test('own changes are forgotten', async (t) => {
  await t.test('once listed', () => assert.equal(settle(own(a), pages, 1001).size, 0));
  await t.test('not while the list lags', () => assert.equal(settle(own({ ...a, version: 2 }), pages, 1001).size, 1));
  await t.test('a deleted one, after the lag', () =>
    assert.equal(settle(own({ ...b, version: 2, deleted: true }), [page('', '', a)], 1000 + listLag).size, 0));
  await t.test('without a change it is the same map', () => {
    const before = own(memo('n'));
    assert.equal(settle(before, pages, 1001), before);
  });
});

/** Serves pages by cursor; those that the caller knows with the same memos are unchanged. */
function serving(...served: LoadedPage[]): { fetchPage: FetchPage; asked: string[] } {
  const asked: string[] = [];
  const fetchPage: FetchPage = async (cursor, known) => {
    asked.push(cursor);
    const found = served.find((p) => p.cursor === cursor);
    assert.ok(found, `no page at ${cursor}`);
    return known && known.memos === found.memos ? known : found;
  };
  return { fetchPage, asked };
}

test('loading again', async (t) => {
  await t.test('the first time, one page', async () => {
    const { fetchPage, asked } = serving(...pages);
    assert.equal(ids(liveMemos(await reload([], fetchPage, false), own())), 'a b');
    assert.deepEqual(asked, ['']);
  });
  await t.test('unchanged, one question', async () => {
    const { fetchPage, asked } = serving(...pages);
    assert.equal(await reload(pages, fetchPage, false), pages);
    assert.deepEqual(asked, ['']);
  });
  await t.test('deep, every page', async () => {
    const { fetchPage, asked } = serving(pages[0]!, page('p2', ''));
    assert.equal(ids(liveMemos(await reload(pages, fetchPage, true), own())), 'a b');
    assert.deepEqual(asked, ['', 'p2']);
  });
  await t.test('a new first page leads to as many pages as before', async () => {
    const { fetchPage, asked } = serving(page('', 'q2', a), page('q2', 'q3', b), page('q3', '', c));
    assert.equal(ids(liveMemos(await reload(pages, fetchPage, false), own())), 'a b');
    assert.deepEqual(asked, ['', 'q2']);
  });
  await t.test('fewer pages than before', async () => {
    assert.equal((await reload(pages, serving(page('', '', a)).fetchPage, false)).length, 1);
  });
});

test('days are local, in the given order', () => {
  const at = (iso: string) => ({ at: Date.parse(iso) });
  const days = byDay([at('2026-01-02T14:59:00Z'), at('2026-01-01T15:00:00Z'), at('2026-01-01T14:59:00Z')]);
  assert.deepEqual(days.map((d) => [d.day, d.things.length]), [['2026-01-02', 2], ['2026-01-01', 1]]);
});
