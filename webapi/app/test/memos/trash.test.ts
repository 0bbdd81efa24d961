import assert from 'node:assert/strict';
import { test } from 'vitest';
import { catalogues } from '../../src/messages';
import { ApiError } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';
import { openSignedIn, worldOf } from '../kit/page';
import { until } from '../kit/wait';

test('deleted, restored, and the trash emptied', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'eggs', 1000));
  const {
    page: { lists, memos, places },
    tab,
    texts,
  } = await openSignedIn(t, { world });
  places.goTo('trash');
  assert.deepEqual([places.place.value, tab.address.pathname], ['trash', '/trash']);
  const eggs = lists.memos.value.find((m) => m.content === 'eggs')!;
  await memos.remove(eggs);
  assert.ok(!texts().includes('eggs') && !texts().includes('eggs*'));
  await until(() => lists.unsent.value === 0 && texts(lists.trash.value).includes('eggs'), 'it is not in the trash');
  await memos.restore(eggs);
  await until(() => lists.unsent.value === 0 && texts().includes('eggs'), 'it is not back');
  await memos.remove(lists.memos.value.find((m) => m.content === 'eggs')!);
  await memos.emptyTrash();
  assert.deepEqual(texts(lists.trash.value), []);
  await until(() => lists.unsent.value === 0, 'it was not sent');
  assert.ok(!world.server.texts().join().includes('eggs'));
});

test('a trash that was not emptied says so until one leaves it', async (t) => {
  const {
    page: { lists, memos },
    world,
  } = await openSignedIn(t);
  const notEmptied = () => lists.changes.value.filter((c) => c.kind === 'emptyTrash' && c.state === 'failed');
  assert.deepEqual(notEmptied(), []);
  world.server.fates = [new ApiError(409, 'conflict', { detail: 'not now' })];
  await memos.emptyTrash();
  await until(() => lists.changes.value[0]?.state === 'failed', 'it was not refused');
  assert.deepEqual(
    notEmptied().map((c) => catalogues.en.notSent(memos.problemOf(c))),
    ['Not sent. not now'],
  );
  memos.box.takeBack(lists.changes.value[0]!.key);
  assert.deepEqual([lists.unsent.value, notEmptied()], [0, []]);
});

test('a memo whose deletion arrives while one is asked about the next is deleted at once', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'eggs', 1000));
  const { page } = await openSignedIn(t, { world });
  const { lists, memos } = page;
  await memos.remove(lists.memos.value[0]!);
  const asked = lists.trash.value[0]!; // the version of before
  await until(() => lists.unsent.value === 0 && lists.trash.value[0]?.version === 2, 'the deletion did not arrive');
  const before = world.asked.length;
  await memos.purge(asked);
  await until(() => lists.unsent.value === 0, 'it was not sent');
  assert.deepEqual(
    world.asked.slice(before).filter((request) => request.startsWith('DELETE')),
    ['DELETE /api/memos/m1'], // and no second one, after a 412
  );
  assert.deepEqual(world.server.texts(), []);
});

test('a memo in the trash because it was done some days ago is deleted permanently, at once', async (t) => {
  const world = worldOf();
  const at = new Date().toISOString();
  for (const id of ['m1', 'm2'])
    world.server.put(memoOf(id, `done ${id}`, 1000, { version: 2, doneAt: at, deleted: true, deletedAt: at }));
  world.server.byAge.add('m1').add('m2');
  const {
    page: { lists, memos },
  } = await openSignedIn(t, { world, address: '/trash' });
  await until(() => lists.trash.value.length === 2, 'the trash is not there');
  const [first, second] = lists.trash.value;
  await memos.purge(first!);
  await until(() => lists.unsent.value === 0, 'it was not sent');
  assert.deepEqual(world.server.texts(), [`(${second!.content})`]);
  world.server.fates = [undefined, 'lost']; // the connection is lost between the two requests
  await memos.purge(second!);
  await until(() => world.server.fates.length === 0 && lists.changes.value[0]?.state === 'waiting', 'it does not wait');
  assert.deepEqual(world.server.texts(), [`(${second!.content})`]);
  await memos.box.flush();
  await until(
    () => world.server.texts().length === 0,
    () => `the server has ${world.server.texts()}`,
  );
});

test('what one may not delete permanently yet stays in the trash, and why is told', async (t) => {
  const world = worldOf();
  for (const id of ['n1', 'n2'])
    world.server.put(
      memoOf(id, `of another ${id}`, 1, { userId: 'u7', deleted: true, deletedAt: new Date().toISOString() }),
    );
  world.server.mayRemove = (memo) => memo.id === 'n1';
  const {
    page: { lists, memos, notices },
    texts,
  } = await openSignedIn(t, { world, address: '/trash' });
  await until(() => lists.trash.value.length === 2, 'the trash is not there');
  await memos.purge(lists.trash.value.find((m) => m.id === 'n2')!);
  await until(() => lists.changes.value[0]?.error?.reason === 'not_yet', 'it was not refused');
  assert.equal(notices.said.value, 'not yet'); // the server's sentence, and not that it was not sent
  memos.box.takeBack(lists.changes.value[0]!.key);
  await memos.emptyTrash();
  const says = () => notices.latest.shown.value?.text ?? '';
  await until(
    () => says().startsWith('1 memo deleted for good. 1 memo stayed.'),
    () => `it says ${says()}`,
  );
  await until(
    () => texts(lists.trash.value).join() === 'of another n2',
    () => `the trash has ${texts(lists.trash.value)}`,
  );
});

test('a long trash is emptied in part, and what follows is told and stays listed', async (t) => {
  const world = worldOf();
  for (const id of ['m1', 'm2', 'm3'])
    world.server.put(memoOf(id, `old ${id}`, 1, { deleted: true, deletedAt: new Date().toISOString() }));
  const {
    page: { lists, memos, notices },
    texts,
  } = await openSignedIn(t, { world, address: '/trash' });
  await until(() => lists.trash.value.length === 3, 'the trash is not there');
  world.server.emptyTrash = async () => {
    world.server.memos.delete('m3');
    return { deleted: 1, left: 2, kept: 0 };
  };
  await memos.emptyTrash();
  const says = () => notices.latest.shown.value?.text ?? '';
  await until(
    () => says() === catalogues.en.trashGoesOn(1, 2),
    () => `it says ${says()}`,
  );
  await until(
    () => texts(lists.trash.value).sort().join() === 'old m1,old m2',
    () => `the trash has ${texts(lists.trash.value)}`,
  );
});
