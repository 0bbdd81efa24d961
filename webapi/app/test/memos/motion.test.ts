import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'vitest';
import { compare, Motion, withMoved } from '../../src/memos/motion';
import { isFolded, type Row, rowsByDay } from '../../src/memos/rows';
import type { ListedMemo } from '../../src/sync/changes';
import { memoOf } from '../kit/fake_server';
import { openSignedIn, worldOf } from '../kit/page';
import { until } from '../kit/wait';

const memo = (id: string, more: Partial<ListedMemo> = {}): ListedMemo => ({ ...memoOf(id, id, 100), ...more });
const rows = (list: readonly ListedMemo[], open = false): Row[] =>
  rowsByDay(list, { isFolded, isOpen: () => open, newUntil: '', fresh: 0 });
const moved = (before: Row[], after: Row[]) => {
  const { came, gone } = compare(before, after);
  return [came.join(), gone.map(({ row }) => row.key).join()];
};
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => memo(id)) as [ListedMemo, ListedMemo, ListedMemo, ListedMemo];
const done = (m: ListedMemo) => ({ ...m, doneAt: m.timestamp });

describe('what has come and gone', () => {
  const cases: [string, Row[], Row[], string, string][] = [
    ['nothing', rows([a, b]), rows([a, b]), '', ''],
    ['a new memo', rows([b, c]), rows([a, b, c]), 'a', ''],
    ['older memos', rows([a, b]), rows([a, b, c, d]), '', ''],
    ['a deleted memo', rows([a, b, c]), rows([a, c]), '', 'b'],
    ['a done memo', rows([a, b, c]), rows([a, done(b), c]), '', 'b'],
    ['a done memo below which the fold is open', rows([a, done(c)], true), rows([done(a), done(c)], true), 'a', 'a'],
    ['a memo that is not done any more', rows([a, done(b), c]), rows([a, b, c]), 'b', ''],
    ['a fold that opens', rows([a, done(b), c]), rows([a, done(b), c], true), '', ''],
    ['another list', rows([...'abcdefgh'].map((id) => memo(id))), rows([a]), '', ''],
  ];
  for (const [name, before, after, came, gone] of cases)
    test(name, () => assert.deepEqual(moved(before, after), [came, gone]));
});

test('an unsent memo that has arrived has not moved', () => {
  assert.deepEqual(moved(rows([{ ...a, id: 'k', version: 0 }, b]), rows([a, b])), ['', '']);
});

test('rows that go stay where they were', () => {
  const before = rows([a, b, c, d]);
  const after = rows([a, d]);
  const shown = withMoved(after, new Set(['d']), compare(before, after).gone);
  assert.deepEqual(
    shown.slice(1).map(({ key, added, leaving }) => [key, added ?? false, leaving ?? false]),
    [
      ['a', false, false],
      ['b gone', false, true],
      ['c gone', false, true],
      ['d', true, false],
    ],
  );
  assert.deepEqual(
    withMoved([], new Set(), compare(rows([a]), []).gone).map(({ key }) => key),
    ['a gone'],
  );
});

async function moving(t: TestContext) {
  const world = worldOf();
  for (let i = 0; i < 4; i++) world.server.put(memoOf(`m${i}`, `memo ${i}`, i));
  const open = await openSignedIn(t, { world });
  new Motion(open.page).follow(open.page.ended);
  return open;
}

test('a deleted memo goes, and the list is as before', async (t) => {
  const { page } = await moving(t);
  const { list, lists, memos } = page;
  assert.equal(list.moving.value, null);
  const row = list.rows.value.find(({ memo }) => memo?.content === 'memo 2')!;
  void memos.remove(lists.memos.value.find(({ id }) => id === row.key)!);
  await until(() => list.moving.value !== null, 'nothing moves');
  assert.deepEqual(
    list.parts.value[0]!.filter(({ leaving }) => leaving).map(({ key }) => key),
    [`${row.key} gone`],
  );
  assert.ok(!list.cursor.rows.value.some(({ leaving }) => leaving));
  await until(() => list.moving.value === null, 'it moves for ever');
  assert.equal(list.parts.value[0], list.rows.value);
});

test('nothing moves for a reader who wants no motion, nor when the list is narrowed', async (t) => {
  const { page, tab } = await moving(t);
  const { list, search, memos } = page;
  search.query.value = { text: 'memo 1', author: '' };
  assert.equal(list.moving.value, null);
  search.forget();
  tab.fit('(prefers-reduced-motion: reduce)', true);
  void memos.add('another one');
  await until(() => list.rows.value.some(({ memo }) => memo?.content === 'another one'), 'it is not listed');
  assert.equal(list.moving.value, null);
});
