import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import type { FamilyPage } from '../../src/components/page_context';
import { takeBack, undoWords } from '../../src/components/undo';
import { catalogues } from '../../src/messages';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

const t = catalogues.en;

/** A page with the memos milk, eggs and rice. */
async function openWithThree(of: TestContext) {
  const world = worldOf();
  for (const [i, text] of ['milk', 'eggs', 'rice'].entries()) world.server.put(memoOf(text, text, 1000 + i));
  const clock = { now: 1e12 };
  const open = await openSignedIn(of, { world, clock: () => clock.now });
  const familyPage = { ...open.page, t } as unknown as FamilyPage; // of the later part, undo needs the sentences only
  return { ...open, clock, undo: (byKeys = false) => takeBack(familyPage, byKeys), words: () => undoWords(familyPage) };
}

const memo = ({ page: { lists } }: Open, id: string) =>
  [...lists.memos.value, ...lists.trash.value].find((m) => m.id === id)!;
const settled = ({ page }: Open) => until(() => page.lists.unsent.value === 0, 'it was not sent');
const news = ({ page }: Open) => page.notices.latest.shown.value?.text;

test('delete, delete, done: three times undo brings all three back, also when the bar has gone', async (of) => {
  const open = await openWithThree(of);
  const { page, texts, clock, undo, words } = open;
  await page.memos.remove(memo(open, 'milk'));
  await page.memos.remove(memo(open, 'eggs'));
  await page.memos.done(memo(open, 'rice'), true);
  clock.now += 60_000;
  page.notices.acts.bar.pass();
  assert.equal(words(), 'Undo “rice”');
  for (const text of ['rice', 'eggs', 'milk']) {
    assert.ok(undo());
    assert.equal(news(open), t.undone(text));
  }
  assert.ok(!undo());
  assert.equal(words(), undefined);
  await settled(open);
  assert.deepEqual([texts().sort(), memo(open, 'rice').doneAt ?? ''], [['eggs', 'milk', 'rice'], '']);
});

test('not done and restore can be taken back', async (of) => {
  const open = await openWithThree(of);
  const { page, undo, texts } = open;
  await page.memos.done(memo(open, 'milk'), true);
  await settled(open);
  await page.memos.done(memo(open, 'milk'), false);
  undo();
  await settled(open);
  assert.ok(memo(open, 'milk').doneAt);
  await page.memos.remove(memo(open, 'eggs'));
  await settled(open);
  await page.memos.restore(memo(open, 'eggs'));
  await settled(open);
  undo();
  await settled(open);
  assert.deepEqual(texts(page.lists.trash.value), ['eggs']);
});

test('what another person has made of the memo since stays, and that is told', async (of) => {
  const open = await openWithThree(of);
  const { page, undo, world } = open;
  await page.memos.done(memo(open, 'milk'), true);
  await page.memos.remove(memo(open, 'eggs'));
  await page.memos.edit(memo(open, 'rice'), 'rice 5 kg');
  await settled(open);
  const put = (id: string, more: object) =>
    world.server.put({ ...world.server.memos.get(id)!, version: 9, updatedBy: 'u2', ...more });
  put('milk', { doneAt: '' });
  put('eggs', { deleted: false });
  put('rice', { content: 'rice 10 kg' });
  await page.sync.refresh(true);
  for (const what of ['rice 10 kg', 'eggs', 'milk']) {
    undo();
    assert.equal(news(open), t.notUndone(what));
  }
  await turns();
  assert.deepEqual([page.lists.changes.value, world.server.texts().sort()], [[], ['eggs', 'milk', 'rice 10 kg']]);
});

test('a memo that was deleted for good cannot come back, and that is told', async (of) => {
  const open = await openWithThree(of);
  const { page, undo, world } = open;
  await page.memos.remove(memo(open, 'eggs'));
  await settled(open);
  world.server.memos.delete('eggs');
  undo();
  await until(() => news(open) === t.goneForGood('eggs'), 'it is not told');
  assert.deepEqual([page.lists.changes.value, page.notices.trouble.value], [[], null]);
});

for (const [what, end] of [
  ['another family', ({ page, world }: Open) => (Object.assign(world, { family: 'another' }), page.person.refresh())],
  ['the end of the session', ({ page }: Open) => page.ending.signOut('here')],
] as const)
  test(`${what} leaves nothing to take back`, async (of) => {
    const open = await openWithThree(of);
    await open.page.memos.remove(memo(open, 'eggs'));
    await settled(open);
    await end(open);
    assert.ok(!open.undo());
  });

test('by keys the focus goes to the row of what came back', async (of) => {
  const open = await openWithThree(of);
  const { page, undo } = open;
  const focused: string[] = [];
  page.cursor.views.add((key) => !!focused.push(key));
  await page.memos.done(memo(open, 'eggs'), true);
  undo(true);
  await until(() => focused.length > 0, 'the focus is not there');
  assert.deepEqual(focused, ['eggs']);
});
