import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { type Block, blocksOf, isFolded, type Layout, plainRows, rowsByDay } from '../../src/memos/rows';
import type { ListedMemo } from '../../src/sync/changes';

const memo = (id: string, timestamp: string): ListedMemo => ({
  id,
  timestamp,
  userId: 'u',
  familyId: 'f',
  content: id,
  version: 1,
  deleted: false,
  createdByName: 'Taro',
});
const midnight = (local: string) => new Date(local).getTime();

// The tests run in Japan, nine hours before UTC.
const memos = [
  memo('c', '2026-01-02T14:59:59.000Z'),
  memo('b', '2026-01-01T15:00:00.000Z'),
  memo('a', '2026-01-01T14:59:59.999Z'),
];

test('lines of days that are local, under their headings', () => {
  const rows = rowsByDay(memos);
  const second = midnight('2026-01-02T00:00:00');
  const first = midnight('2026-01-01T00:00:00');
  assert.deepEqual(
    rows.map((r) => [r.key, r.day, r.place, r.of]),
    [
      [`#${second}`, second, 0, 0],
      ['c', second, 1, 2],
      ['b', second, 2, 2],
      [`#${first}`, first, 0, 0],
      ['a', first, 1, 1],
    ],
  );
});

test('no memos, no lines', () => assert.deepEqual(rowsByDay([]), []));

test('every line has its own key and each memo one line', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => memo(`m${i}`, new Date(1.8e12 - i * 600_000).toISOString()));
  const rows = rowsByDay(many);
  assert.equal(new Set(rows.map((r) => r.key)).size, rows.length);
  assert.deepEqual(
    rows.filter((r) => r.memo).map((r) => r.key),
    many.map((m) => m.id),
  );
});

/** A list in which some days are open, with a line under a memo that is new. */
const layout = (open: number[] = [], newUntil = ''): Layout => ({
  isFolded,
  isOpen: (day) => open.includes(day),
  newUntil,
  fresh: 2,
});
const done = (m: ListedMemo, more: Partial<ListedMemo> = {}): ListedMemo => ({ ...m, doneAt: m.timestamp, ...more });
const keysOf = (list: readonly ListedMemo[], how: Layout) => rowsByDay(list, how).map((r) => r.key);

test('done memos are under a fold at the end of their day', () => {
  const [c, b, a] = [done(memos[0]!), memos[1]!, done(memos[2]!)];
  const [second, first] = [midnight('2026-01-02T00:00:00'), midnight('2026-01-01T00:00:00')];
  assert.deepEqual(keysOf([c, b, a], layout()), [`#${second}`, 'b', `done ${second}`, `#${first}`, `done ${first}`]);
  const rows = rowsByDay([c, b, a], layout([second]));
  assert.deepEqual(
    rows.map((r) => [r.kind, r.memo?.id ?? '', r.place, r.of, r.n ?? 0, r.open ?? '']),
    [
      ['day', '', 0, 0, 0, ''],
      ['memo', 'b', 1, 3, 0, ''],
      ['done', '', 2, 3, 1, true],
      ['memo', 'c', 3, 3, 0, ''],
      ['day', '', 0, 0, 0, ''],
      ['done', '', 1, 1, 1, false],
    ],
  );
});

test('a done memo that waits for a decision is not under the fold', () => {
  const change = { key: 'k', kind: 'edit', at: 1, tries: 1 } as const;
  const failed = done(memos[1]!, { change: { ...change, state: 'failed' } });
  const sending = done(memos[0]!, { change: { ...change, state: 'sending' } });
  const second = midnight('2026-01-02T00:00:00');
  assert.deepEqual(keysOf([sending, failed], layout()), [`#${second}`, 'b', `done ${second}`]);
});

test('the line is under the last memo that is new, and counts', () => {
  const rows = rowsByDay(memos, layout([], 'b'));
  assert.deepEqual(
    rows.map((r) => r.kind),
    ['day', 'memo', 'memo', 'new', 'day', 'memo'],
  );
  assert.deepEqual([rows[3]!.n, rows[3]!.place, rows[3]!.of], [2, 3, 3]);
});

test('lines without days', () => {
  assert.deepEqual(
    plainRows(memos).map((r) => [r.key, r.day, r.place, r.of]),
    [
      ['c', 0, 1, 3],
      ['b', 0, 2, 3],
      ['a', 0, 3, 3],
    ],
  );
});

const shape = ({ gap, head, parts }: Block) => [
  gap,
  head ? 'head' : '',
  parts.map((p) => (typeof p === 'number' ? p : p.key)).join(' '),
];

describe('what is rendered and the room of what is not make up the list', () => {
  const rows = rowsByDay(memos);
  const tops = [0, 10, 30, 60, 70, 100];
  const blocks = (...chosen: number[]) => {
    const { blocks, tail } = blocksOf(rows, chosen, tops);
    return [...blocks.map(shape), tail];
  };
  test('everything', () => assert.deepEqual(blocks(0, 1, 2, 3, 4), [[0, 'head', 'c b'], [0, 'head', 'a'], 0]));
  test('the beginning', () => assert.deepEqual(blocks(0, 1), [[0, 'head', 'c'], 70]));
  test('the middle of a day has no heading', () => assert.deepEqual(blocks(2), [[30, '', 'b'], 40]));
  test('a gap inside a day stays inside it', () => assert.deepEqual(blocks(0, 2), [[0, 'head', '20 b'], 40]));
  test('a gap over two days comes before the second', () =>
    assert.deepEqual(blocks(1, 4), [[10, '', 'c'], [40, '', 'a'], 0]));
  test('nothing', () => assert.deepEqual(blocks(), [100]));
});
