import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { catalogues } from '../../src/messages';
import type { Memo } from '../../src/sync/model';
import type { FakeTab } from '../kit/browser';
import { memoOf } from '../kit/fake_server';
import { type Open, type Opening, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

const words = catalogues.en;

/** Opens a page of u1, with hanako as another member, in which the memo "milk" is being edited. */
async function openWriting(t: TestContext, opening: Opening = {}): Promise<Open> {
  const world = worldOf({ members: [{ userId: 'u2', name: 'Hanako', isOwner: false, source: 'google' }] });
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

const facts = ({ page }: Open) => page.notices.facts.value.map(({ text }) => text);
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
  assert.deepEqual(facts(open), [words.rescuedFrom('Hanako')]);
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

test('the reason stands beside the news, and is said once for several texts', async (t) => {
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
  assert.deepEqual([notices.latest.shown.value?.text, facts(open)], ['Hanako came.', [words.rescuedFrom('Hanako')]]);
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
  assert.deepEqual(facts(open), [words.rescued]);
  page.draft.value = '';
  assert.deepEqual(facts(open), []);
  page.edits.open(page.lists.memos.value[0]!, 'six eggs');
  byHanako(open, 'm2', { deleted: true, doneAt: new Date().toISOString() });
  streams.at(-1)!.say('changed');
  await rescued(open, 'six eggs');
  assert.deepEqual(facts(open), [words.rescuedFromDone]);
});

test('so does that for a memo of a family that the person is no longer in', async (t) => {
  const open = await openWriting(t);
  const { page, streams, world } = open;
  world.family = 'another family';
  world.server.memos.delete('m1');
  streams.at(-1)!.say('changed');
  await rescued(open);
  assert.equal(page.notices.latest.shown.value?.text, words.familyChanged('F'));
  assert.deepEqual(facts(open), [words.rescuedFromFamily]);
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
    await page.sync.refresh(); // a refresh before the first request has failed sends none
    return page.draft.value !== '';
  }, 'it is not asked for again');
  await rescued(open);
});

test('a memo that is further down is not gone, and one that the person deletes here or elsewhere is', async (t) => {
  const open = await openWriting(t);
  const { page, streams, world } = open;
  for (let i = 0; i < 60; i++) world.server.put(memoOf(`n${i}`, `new ${i}`, 10_000 + i));
  page.lists.forget();
  await page.sync.refresh();
  await until(() => world.asked.includes('GET /api/memos/m1'), 'it was not asked for');
  await turns();
  assert.deepEqual([page.draft.value, page.edits.all.value.has('m1')], ['', true]);
  await page.sync.loadMore();
  const m1 = page.lists.memos.value.find(({ id }) => id === 'm1')!;
  await page.memos.remove(m1);
  await until(() => page.lists.unsent.value === 0, 'it was not sent');
  world.server.put({ ...world.server.memos.get('m1')!, updatedBy: 'u1' });
  streams.at(-1)!.say('changed');
  await rescued(open);
  assert.deepEqual(facts(open), [words.rescuedFromYou]);
  page.edits.open(page.lists.memos.value.find(({ id }) => id === 'm2')!, 'six eggs');
  world.server.put({ ...world.server.memos.get('m2')!, version: 9, deleted: true, updatedBy: 'u1' });
  streams.at(-1)!.say('changed');
  await rescued(open, 'milk and honey\nsix eggs');
});

test('who has a memo open is told when another deletes it, and not of what they deleted themselves', async (t) => {
  const open = await openWriting(t);
  const { page, streams } = open;
  page.edits.drop('m1');
  const goes = async (id: string, updatedBy: string) => {
    page.places.selected.value = id;
    byHanako(open, id, { deleted: true, updatedBy });
    streams.at(-1)!.say('changed');
    await until(() => !page.lists.memos.value.some((memo) => memo.id === id), 'it stays');
    await turns();
    return page.notices.latest.shown.value;
  };
  assert.equal(await goes('m1', 'u1'), null);
  assert.deepEqual(await goes('m2', 'u2'), { text: words.deletedBy('Hanako', 'eggs'), userId: 'u2' });
});

test('a text that says nothing else than its memo is not moved', async (t) => {
  const open = await openWriting(t);
  const { page, streams } = open;
  page.edits.write(page.edits.all.value.get('m1')!.memo, 'milk');
  byHanako(open, 'm1', { deleted: true });
  streams.at(-1)!.say('changed');
  await until(() => page.edits.all.value.size === 0, 'it stays');
  assert.deepEqual([page.draft.value, facts(open)], ['', []]);
});

test('who comes back by the address of a memo that has gone is told where the text is, also after a reload', async (t) => {
  const open = await openWriting(t);
  const { browser, kept, tab, world } = open;
  const draft = async (text: string) => (await kept.written('u1', tab.items.get('tab')!))?.draft === text;
  await until(() => draft(''), 'it is not kept');
  open.page.close();
  await until(async () => !!(await kept.snapshot('u1')), 'nothing is kept');
  await kept.keep('u1', { ...(await kept.snapshot('u1'))!, pages: [] }); // the memo was below the stored pages
  byHanako(open, 'm1', { deleted: true });
  const opened = async (address: string, from: FakeTab) => {
    const tab = browser.open(address);
    for (const [name, item] of from.items) tab.items.set(name, item);
    return openSignedIn(t, { world, browser, tab });
  };
  const back = await opened('/memos/m1', tab);
  await rescued(back);
  await until(() => back.page.places.place.value === 'trash', 'the memo is not shown');
  assert.deepEqual(
    [back.page.notices.latest.shown.value?.text, facts(back)],
    [words.memoInTrash, [words.rescuedFrom('Hanako')]],
  );
  await until(() => draft('milk and honey'), 'it is not kept');
  back.page.close();
  const last = await opened('/', back.tab);
  assert.deepEqual(facts(last), [words.rescuedFrom('Hanako')]);
  last.page.draft.value = '';
  assert.deepEqual([facts(last), last.tab.items.has('rescued')], [[], false]);
});
