import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import { test } from 'vitest';
import { Cursor } from '../../src/memos/cursor';
import type { Row } from '../../src/memos/rows';

const rowsOf = (keys: string) => [...keys].map<Row>((key) => ({ kind: 'memo', key, at: 0, day: 0, place: 1, of: 1 }));
function cursorIn(keys: string) {
  const rows = signal<readonly Row[]>(rowsOf(keys));
  return { cursor: new Cursor(rows), show: (keys: string) => void (rows.value = rowsOf(keys)) };
}

test('the list is one stop: the first row, until one goes elsewhere', () => {
  const { cursor } = cursorIn('abc');
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cursor.isAt(key)),
    [true, false, false],
  );
  cursor.goTo('c');
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cursor.isAt(key)),
    [false, false, true],
  );
});

test('it goes up and down, and not beyond the ends', () => {
  const { cursor } = cursorIn('abc');
  const steps = [1, 1, 1, -1, Number.NEGATIVE_INFINITY, -1, Number.POSITIVE_INFINITY].map((by) => cursor.move(by));
  assert.deepEqual(steps, ['b', 'c', 'c', 'b', 'a', 'a', 'c']);
});

test('it stays with its row when others come and go', () => {
  const { cursor, show } = cursorIn('abc');
  cursor.goTo('b');
  show('xyab');
  assert.equal(cursor.at.value, 'b');
  assert.equal(cursor.move(-1), 'a');
});

test('the next row follows one that has gone, else the one before, else none', () => {
  const { cursor, show } = cursorIn('abcd');
  cursor.goTo('b');
  assert.equal(cursor.at.value, 'b');
  show('acd');
  assert.equal(cursor.at.value, 'c');
  cursor.goTo('d');
  assert.equal(cursor.at.value, 'd');
  show('ac');
  assert.equal(cursor.at.value, 'c');
  show('');
  assert.equal(cursor.at.value, '');
  assert.equal(cursor.move(1), '');
});

test('the focus goes to the view that has the row', () => {
  const { cursor } = cursorIn('ab');
  const asked: string[] = [];
  const view = (name: string, keys: string) => (key: string) => (asked.push(name + key), keys.includes(key));
  for (const show of [view('1', 'b'), view('2', 'a'), view('3', '')]) cursor.views.add(show);
  assert.ok(cursor.focus());
  assert.deepEqual(asked, ['1a', '2a']);
});
