import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { type Pressed, press } from '../../src/components/keys/press';
import type { FamilyPage } from '../../src/components/page_context';
import { catalogues } from '../../src/messages';
import { memoOf } from '../kit/fake_server';
import { openSignedIn, worldOf } from '../kit/page';
import { until } from '../kit/wait';

/** A page with three memos of a day, and the keys pressed on it. */
async function keyed(t: TestContext) {
  const world = worldOf();
  for (let i = 0; i < 3; i++) world.server.put(memoOf(`m${i}`, `memo ${i}`, 1e12 + i));
  const open = await openSignedIn(t, { world });
  const { page } = open;
  const familyPage = { ...page, t: catalogues.en } as unknown as FamilyPage; // of the later part, keys need the sentences only
  const focused: string[] = [];
  page.cursor.views.add((key) => !!focused.push(key));
  const on = (key: string, row = '', more: Partial<Pressed> = {}) =>
    press({ key, row, onRow: !!row, ...more }, familyPage);
  return { ...open, on, focused };
}

test('arrows, Home and End go through the rows, from a row only', async (t) => {
  const { on, focused } = await keyed(t);
  assert.ok(!on('ArrowDown'));
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) assert.ok(on(key, 'm2'));
  assert.deepEqual(focused, ['m1', 'm0', 'm0', 'm1', 'm2', 'm0']);
});

test('j comes to the list, and j and k go through it', async (t) => {
  const { on, focused } = await keyed(t);
  on('j');
  on('j', 'm2');
  on('k', 'm1');
  assert.deepEqual(focused, ['m2', 'm1', 'm2']);
});

test('the arrows move the panel through the list, and its drafts stay', async (t) => {
  const { on, page, tab } = await keyed(t);
  const { selected } = page.places;
  on('ArrowDown', 'm2');
  assert.equal(selected.value, null);
  tab.fit('(min-width: 900px)', true);
  on('Enter', 'm1');
  page.edits.open(page.lists.memos.value.find(({ id }) => id === 'm1')!, 'half written');
  on('ArrowDown', 'm1');
  assert.deepEqual([selected.value, page.edits.editing.value, page.edits.isUnsaved('m1')], ['m0', null, true]);
});

test('Enter opens and closes, and Escape closes and keeps the focus', async (t) => {
  const { on, page, focused } = await keyed(t);
  const { selected } = page.places;
  assert.ok(!on('Enter', 'm1', { onRow: false })); // a button in the row
  on('Enter', 'm1');
  assert.equal(selected.value, 'm1');
  on('Enter', 'm1');
  assert.equal(selected.value, null);
  on('Enter', 'm1');
  page.cursor.goTo('m1');
  assert.ok(on('Escape', 'm1'));
  assert.deepEqual([selected.value, focused], [null, ['m1']]);
  assert.ok(!on('Escape', 'm1'));
});

test('x, e and # are for the memo with the focus, or else the open one', async (t) => {
  const { on, page, world } = await keyed(t);
  const of = (id: string) => world.server.memos.get(id)!;
  assert.ok(!on('x') && !on('e') && !on('#'));
  on('x', 'm1');
  await until(() => !!of('m1').doneAt, 'it is not done');
  page.places.selected.value = 'm2';
  on('e');
  assert.equal(page.edits.editing.value, 'm2');
  on('#', 'm0');
  await until(() => of('m0').deleted, 'it is not deleted');
  assert.ok(!of('m2').deleted);
});

test('z takes the last change back, and nothing else', async (t) => {
  const { on, page, world } = await keyed(t);
  page.notices.error('a problem', () => assert.fail());
  assert.ok(!on('z'));
  on('#', 'm1');
  await until(() => !!world.server.memos.get('m1')!.deleted, 'it is not deleted');
  assert.ok(on('z'));
  await until(() => !world.server.memos.get('m1')!.deleted, 'it is not restored');
});

test('a memo that the server does not have yet is opened, edited and done as well', async (t) => {
  const { on, page, world } = await keyed(t);
  world.reachable = false;
  const key = await page.memos.box.put({ kind: 'add', content: 'unsent' });
  assert.ok(on('Enter', key) && on('e', key) && on('x', key));
  assert.deepEqual([page.places.selected.value, page.edits.editing.value], [key, key]);
});

test('single keys can be switched off, and the keys of the list work all the same', async (t) => {
  const { on, page } = await keyed(t);
  assert.ok(on('?'));
  page.shortcuts.value = false;
  page.display.keys.value = false;
  assert.ok(!on('?') && !on('x', 'm1') && !on('j', 'm1'));
  assert.ok(!page.shortcuts.value && !page.lists.memos.value.some((m) => m.doneAt));
  assert.ok(on('ArrowDown', 'm1') && on('Enter', 'm1'));
});

test('in another place only undo and the list of keys are left', async (t) => {
  const { on, page } = await keyed(t);
  page.places.goTo('family');
  assert.ok(!on('j') && !on('x', 'm1') && !on('/') && on('?'));
});
