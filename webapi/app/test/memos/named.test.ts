import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoOf } from '../kit/fake_server';
import { openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

test('an address that names a memo opens it, and is then the address of the list', async (t) => {
  const world = worldOf();
  for (const id of ['m1', 'm/2', 'm3']) world.server.put(memoOf(id, id, 1000));
  const { page, tab } = await openSignedIn(t, { world, address: '/?memo=m%2F2' });
  await until(() => page.places.selected.value === 'm/2', 'it is not open');
  assert.deepEqual([tab.shown, page.places.named.value, page.cursor.at.value], ['/', '', 'm/2']);
  page.places.selected.value = null;
  page.places.goTo('trash');
  page.places.goTo('memos');
  await turns();
  assert.equal(page.places.selected.value, null);
});

test('a memo that comes later is opened when it comes', async (t) => {
  const { page, world, streams } = await openSignedIn(t, { address: '/?memo=m1' });
  await until(() => page.lists.lastSynced.value > 0, 'the list was not read');
  await turns();
  assert.equal(page.places.selected.value, null);
  world.server.put(memoOf('m1', 'milk', 1000));
  streams.at(-1)!.say('changed');
  await until(() => page.places.selected.value === 'm1', 'it is not open');
});

test('a memo under the fold of its day is opened with the fold', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000, { doneAt: new Date().toISOString(), doneBy: 'u2' }));
  const { page } = await openSignedIn(t, { world, address: '/?memo=m1' });
  await until(() => page.places.selected.value === 'm1', 'it is not open');
  assert.ok(page.list.rows.value.some(({ key }) => key === 'm1'));
});

test('an address that names no memo opens none', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const { page } = await openSignedIn(t, { world, address: '/?memo=' });
  await turns();
  assert.equal(page.places.selected.value, null);
});
