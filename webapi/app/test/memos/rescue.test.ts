import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { catalogues } from '../../src/messages';
import type { Memo } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';
import { type Open, type Opening, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

const words = catalogues.en;

/** Opens a page of u1 in which hanako is a member too, and which is writing for the memo "milk". */
async function openWriting(t: TestContext, opening: Opening = {}): Promise<Open> {
  const world = worldOf({ members: [{ userId: 'u2', name: 'Hanako', isOwner: false, source: 'web' }] });
  world.server.put(memoOf('m1', 'milk', 1000, { familyId: 'family of u1' }));
  world.server.put(memoOf('m2', 'eggs', 2000));
  const open = await openSignedIn(t, { world, ...opening });
  const { edits, lists } = open.page;
  edits.open(lists.memos.value.find(({ id }) => id === 'm1')!);
  edits.write(edits.all.value.get('m1')!.memo, 'milk and honey');
  return open;
}

/** Changes a memo as Hanako. */
function byHanako({ world }: Open, id: string, more: Partial<Memo>): void {
  const memo = world.server.memos.get(id)!;
  world.server.put({ ...memo, updatedBy: 'u2', version: memo.version + 1, ...more });
}

const rescued = ({ page }: Open, text = 'milk and honey') => until(() => page.draft.value === text, 'it is lost');

test('what is written for a memo that another deletes moves to the composer at once, with the reason and the focus', async (t) => {
  const open = await openWriting(t);
  const { page, tab, streams } = open;
  const focused: string[] = [];
  Object.assign(tab.window.document, { getElementById: (id: string) => ({ focus: () => focused.push(id) }) });
  byHanako(open, 'm1', { deleted: true });
  streams.at(-1)!.say('changed');
  await rescued(open);
  assert.deepEqual([page.edits.all.value.size, page.edits.editing.value], [0, null]);
  assert.equal(page.notices.notice.value?.text, words.rescuedFrom('Hanako'));
  await until(() => focused.includes('composer'), 'the focus is lost');
});

test('so does what was left in a closed editor, after what is in the composer', async (t) => {
  const open = await openWriting(t);
  const { page, streams } = open;
  page.edits.close();
  page.draft.value = 'bread';
  byHanako(open, 'm1', { deleted: true });
  streams.at(-1)!.say('changed');
  await rescued(open, 'bread\nmilk and honey');
});

test('the reason does not take the place of the news that are shown, and is said once for several texts', async (t) => {
  const open = await openWriting(t);
  const { page, streams } = open;
  const { edits, lists, notices } = page;
  edits.open(lists.memos.value.find(({ id }) => id === 'm2')!);
  edits.write(edits.all.value.get('m2')!.memo, 'eggs and ham');
  notices.news('Hanako came.');
  byHanako(open, 'm1', { deleted: true });
  byHanako(open, 'm2', { deleted: true });
  streams.at(-1)!.say('changed');
  await until(() => edits.all.value.size === 0, 'they are lost');
  assert.equal(notices.notice.value?.text, `Hanako came. ${words.rescuedFrom('Hanako')}`);
});

test('so does what was left before a reload', async (t) => {
  const open = await openWriting(t);
  const { browser, kept, page, tab, world } = open;
  await until(async () => !!(await kept.written('u1', tab.items.get('tab')!))?.edits.length, 'it is not kept');
  page.close();
  byHanako(open, 'm1', { deleted: true });
  const again = browser.open();
  again.items.set('tab', tab.items.get('tab')!);
  await rescued(await openSignedIn(t, { world, browser, tab: again }));
});

test('so does that for a memo which is gone for good, or done and over', async (t) => {
  const open = await openWriting(t);
  const { page, streams, world } = open;
  world.server.memos.delete('m1');
  streams.at(-1)!.say('changed');
  await rescued(open);
  assert.equal(page.notices.notice.value?.text, words.rescued);
  page.draft.value = '';
  page.notices.forget();
  page.edits.open(page.lists.memos.value[0]!, 'six eggs');
  byHanako(open, 'm2', { deleted: true, doneAt: new Date().toISOString() });
  streams.at(-1)!.say('changed');
  await rescued(open, 'six eggs');
  assert.equal(page.notices.notice.value?.text, words.rescuedFromDone);
});

test('so does that for a memo of a family that the person is no longer in', async (t) => {
  const open = await openWriting(t);
  const { page, streams, world } = open;
  world.family = 'another family';
  world.server.memos.delete('m1');
  streams.at(-1)!.say('changed');
  await rescued(open);
  assert.equal(page.notices.notice.value?.text, `${words.familyChanged('F')} ${words.rescuedFromFamily}`);
});

test('a session that ends does not lose it: it moves when the person is back', async (t) => {
  const open = await openWriting(t);
  const { kept, page, tab, world, browser } = open;
  const name = tab.items.get('tab')!;
  await until(async () => !!(await kept.written('u1', name))?.edits.length, 'it is not kept');
  world.who = '';
  await page.session.look(true);
  assert.deepEqual([page.person.session.value, page.draft.value], ['out', '']);
  byHanako(open, 'm1', { deleted: true });
  page.close();
  world.who = 'u1';
  const again = browser.open();
  again.items.set('tab', name);
  await rescued(await openSignedIn(t, { world, browser, tab: again }));
});

test('the answer that is on its way when the network breaks is asked for again', async (t) => {
  const open = await openWriting(t);
  const { page, streams, world } = open;
  byHanako(open, 'm1', { deleted: true });
  world.server.fates = ['lost'];
  streams.at(-1)!.say('changed');
  await until(() => world.asked.includes('GET /api/memos/m1'), 'it was not asked for');
  await turns();
  assert.equal(page.draft.value, '');
  await until(async () => {
    await page.sync.refresh(); // one that overtakes the failure of the first question asks nothing
    return page.draft.value !== '';
  }, 'it is not asked for again');
  await rescued(open);
});

test('a memo that is further down is not gone, and one that the person deletes waits for its way back', async (t) => {
  const open = await openWriting(t);
  const { page, streams, world } = open;
  for (let i = 0; i < 60; i++) world.server.put(memoOf(`n${i}`, `new ${i}`, 10_000 + i));
  page.lists.forget();
  await page.sync.refresh();
  await until(() => world.asked.includes('GET /api/memos/m1'), 'it was not asked for');
  await turns();
  assert.deepEqual([page.draft.value, page.edits.all.value.has('m1')], ['', true]);
  await page.sync.loadMore();
  await page.memos.remove(page.lists.memos.value.find(({ id }) => id === 'm1')!);
  await until(() => page.lists.unsent.value === 0, 'it was not sent');
  world.server.put({ ...world.server.memos.get('m1')!, updatedBy: 'u1' });
  streams.at(-1)!.say('changed');
  await turns();
  assert.deepEqual([page.draft.value, page.edits.all.value.has('m1')], ['', true]);
});

test('a text that says nothing else than its memo is not moved', async (t) => {
  const open = await openWriting(t);
  const { page, streams } = open;
  page.edits.write(page.edits.all.value.get('m1')!.memo, 'milk');
  const before = page.notices.notice.value;
  byHanako(open, 'm1', { deleted: true });
  streams.at(-1)!.say('changed');
  await until(() => page.edits.all.value.size === 0, 'it stays');
  assert.deepEqual([page.draft.value, page.notices.notice.value], ['', before]);
});
