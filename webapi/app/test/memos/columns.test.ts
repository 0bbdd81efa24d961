import assert from 'node:assert/strict';
import { test } from 'vitest';
import { Columns } from '../../src/memos/columns';
import type { Row } from '../../src/memos/rows';

/** Rows of days, newest first: the number of rows of each. */
const days = (...counts: number[]): Row[] =>
  counts.flatMap((n, i) =>
    Array.from({ length: n }, (_, place) => row(counts.length - i, `${counts.length - i}.${place}`)),
  );
const row = (day: number, key: string): Row => ({ kind: 'memo', key, at: day, day, place: 1, of: 1 });
const daysIn = (columns: readonly (readonly Row[])[]) => columns.map((rows) => [...new Set(rows.map((r) => r.day))]);
const height = () => 10;

test('each day goes to the shorter column, and is never split', () => {
  const parts = new Columns().part(days(5, 1, 2, 3, 1), 2, height);
  assert.deepEqual(daysIn(parts), [
    [5, 1],
    [4, 3, 2],
  ]);
  assert.equal(parts[0]!.length, 6);
});

test('days stay where they are when their memos change and older days follow', () => {
  const columns = new Columns();
  columns.part(days(5, 1, 2), 2, height);
  const rows = [...days(1, 9, 2), row(0, 'older'), row(-1, 'oldest')];
  assert.deepEqual(daysIn(columns.part(rows, 2, height)), [
    [3, 0, -1],
    [2, 1],
  ]);
});

test('a new day begins anew', () => {
  const columns = new Columns();
  columns.part(days(5, 1), 2, height);
  assert.deepEqual(daysIn(columns.part(days(1, 5, 1), 2, height)), [[3, 1], [2]]);
});

test('another number of columns begins anew', () => {
  const columns = new Columns();
  columns.part(days(5, 1), 1, height);
  assert.deepEqual(daysIn(columns.part(days(5, 1), 2, height)), [[2], [1]]);
});

test('no memos', () => assert.deepEqual(new Columns().part([], 2, height), [[], []]));
