import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import { describe, type TestContext, test } from 'vitest';
import { List } from '../../src/memos/list';
import type { Memo } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';
import { openSignedIn, worldOf } from '../kit/page';
import { until } from '../kit/wait';

const time = (i: number) => new Date(1e12 + i).toISOString();

/** A page's list of so many memos, the newest first, of which those later than `line` are new. */
async function listOf(t: TestContext, n: number, { line = '', ...more }: Partial<Memo> & { line?: string } = {}) {
  const world = worldOf();
  for (let i = 0; i < n; i++) world.server.put({ ...memoOf(`m${i}`, `memo ${i}`, 1e12 + i), ...more });
  const open = await openSignedIn(t, { world });
  const seen = { line: signal(line), isNew: ({ timestamp }: Memo) => timestamp > line };
  const list = new List({ ...open.page, seen, browser: open.tab.window }, open.page.ended);
  return { ...open, list, kinds: () => list.rows.value.map(({ kind }) => kind).join(' ') };
}

test('two columns where there is room, and the same while a memo is open', async (t) => {
  const { list, page, tab } = await listOf(t, 60);
  assert.equal(list.columns.value, 1);
  tab.fit('(min-width: 1280px)', true);
  assert.equal(list.columns.value, 2);
  assert.equal(list.parts.value.length, 2);
  page.places.selected.value = 'm0';
  assert.equal(list.columns.value, 2);
});

test('one column for one day', async (t) => {
  const { list, tab } = await listOf(t, 3);
  tab.fit('(min-width: 1280px)', true);
  assert.equal(list.columns.value, 1);
});

test('a fold opens and closes, and is open while the list is narrowed', async (t) => {
  const { list, page, kinds } = await listOf(t, 1, { doneAt: new Date().toISOString() });
  const { day } = list.rows.value[0]!;
  assert.equal(kinds(), 'day done');
  list.turn(day);
  assert.equal(kinds(), 'day done memo');
  list.turn(day);
  page.search.query.value = { text: 'memo', author: '' };
  assert.equal(kinds(), 'day done memo');
  list.turn(day);
  assert.equal(kinds(), 'day done');
  page.search.forget();
  assert.equal(kinds(), 'day done');
});

test('what is done is printed, under a fold that is closed again after that', async (t) => {
  const { tab, kinds } = await listOf(t, 1, { doneAt: new Date().toISOString() });
  tab.event('beforeprint');
  assert.equal(kinds(), 'day done memo');
  tab.event('afterprint');
  assert.equal(kinds(), 'day done');
});

test('a memo for which one is writing stays in view when another marks it as done, until it is saved', async (t) => {
  const { list, page, world, streams, kinds } = await listOf(t, 2);
  const { edits } = page;
  edits.open(page.lists.memos.value.find(({ id }) => id === 'm0')!);
  edits.write(edits.all.value.get('m0')!.memo, 'memo 0 and more');
  edits.close();
  for (const id of ['m0', 'm1'])
    world.server.put({ ...world.server.memos.get(id)!, version: 2, doneAt: new Date().toISOString() });
  streams.at(-1)!.say('changed');
  await until(() => page.lists.memos.value.every(({ doneAt }) => doneAt), 'they are not done');
  assert.equal(kinds(), 'day memo done');
  edits.drop('m0');
  assert.equal(kinds(), 'day done');
  list.turn(list.rows.value[0]!.day);
  edits.open(page.lists.memos.value.find(({ id }) => id === 'm0')!, 'memo 0 once more');
  assert.equal(kinds(), 'day done memo memo'); // it was opened there
});

describe('the line under what is new', () => {
  test('is under the last new memo', async (t) => {
    const { kinds, page } = await listOf(t, 3, { line: time(0) });
    assert.equal(kinds(), 'day memo memo new memo');
    page.search.query.value = { text: 'memo', author: '' };
    assert.equal(kinds(), 'day memo memo memo'); // other memos are between those that are found
  });
  test('counts what is above it: what is done goes under the fold', async (t) => {
    const { list, page, kinds } = await listOf(t, 3, { line: time(0) });
    const told = () => list.rows.value.find(({ kind }) => kind === 'new')?.n;
    assert.equal(told(), 2);
    await page.memos.done(page.lists.memos.value[0]!, true);
    assert.equal(kinds(), 'day memo new memo done');
    assert.equal(told(), 1);
  });
  test('is at the end when all are new', async (t) => {
    const { kinds } = await listOf(t, 2, { line: time(-1) });
    assert.equal(kinds(), 'day memo memo new');
  });
  test('is not there when nothing is new', async (t) => {
    const { kinds } = await listOf(t, 2, { line: time(1) });
    assert.equal(kinds(), 'day memo memo');
  });
  test('is not there while older memos may be new too', async (t) => {
    const { list } = await listOf(t, 60, { line: time(-1) });
    assert.ok(!list.rows.value.some(({ kind }) => kind === 'new'));
  });
});
