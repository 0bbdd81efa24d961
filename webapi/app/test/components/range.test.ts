import assert from 'node:assert/strict';
import { test } from 'vitest';
import { chosenLines, holds, lineAt, rangeAt, topsOf } from '../../src/components/range';

const heights = [10, 20, 30, 40, 50];
const tops = topsOf(heights.length, (i) => heights[i]!);

test('tops add up', () => assert.deepEqual([...tops], [0, 10, 30, 60, 100, 150]));

const lines: [number, number][] = [
  [-5, 0],
  [0, 0],
  [9, 0],
  [10, 1],
  [59, 2],
  [60, 3],
  [149, 4],
  [150, 4],
  [1e9, 4],
];
for (const [y, line] of lines) test(`the line at ${y}`, () => assert.equal(lineAt(tops, y), line));

test('the lines of a view', () => {
  assert.deepEqual(rangeAt(tops, 30, 59, 0), { from: 2, to: 3 });
  assert.deepEqual(rangeAt(tops, 30, 59, 21), { from: 0, to: 4 });
  assert.deepEqual(rangeAt(tops, 1000, 2000, 10), { from: 4, to: 5 });
  assert.deepEqual(
    rangeAt(
      topsOf(0, () => 0),
      0,
      100,
      10,
    ),
    { from: 0, to: 0 },
  );
});

test('a view always lies inside its own lines', () => {
  const tall = topsOf(10_000, (i) => 40 + ((i * 37) % 90));
  const end = tall[10_000]!;
  for (let top = 0; top < end; top += 9973) {
    const { from, to } = rangeAt(tall, top, top + 800, 600);
    assert.ok(tall[from]! <= top && tall[to]! >= Math.min(end, top + 800), String(top));
    assert.ok(to - from < 60, String(to - from));
  }
});

test('a range holds a view until it comes near its end', () => {
  const range = rangeAt(tops, 30, 40, 20);
  assert.ok(holds(range, tops, 30, 40, 20));
  assert.ok(holds(range, tops, 35, 45, 10));
  assert.ok(!holds(range, tops, 90, 100, 10));
});

test('the line with the focus stays, with its neighbours', () => {
  const range = { from: 3, to: 5 };
  assert.deepEqual(chosenLines(range, 10, -1), [3, 4]);
  assert.deepEqual(chosenLines(range, 10, 4), [3, 4, 5]);
  assert.deepEqual(chosenLines(range, 10, 8), [3, 4, 7, 8, 9]);
  assert.deepEqual(chosenLines(range, 10, 0), [0, 1, 3, 4]);
  assert.deepEqual(chosenLines(range, 10, 9), [3, 4, 8, 9]);
  assert.deepEqual(chosenLines({ from: 0, to: 60 }, 2, 0), [0, 1]);
});
