import assert from 'node:assert/strict';
import { type TestContext, test, vi } from 'vitest';
import type { FamilyPage } from '../../src/components/page_context';
import type { RarePage } from '../../src/components/rare_words';
import { takeBack } from '../../src/components/undo';
import { resolveConflict } from '../../src/memos/resolve_conflict';
import { catalogues } from '../../src/messages';
import type { Choice } from '../../src/sync/changes_queue';
import type { Memo } from '../../src/sync/model';
import { FakeBrowser } from '../kit/browser';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

const t = catalogues.en;

/** Two tabs of one person, who both show the memo "base"; the editor of each was opened then. */
async function twoTabs(of: TestContext) {
  const world = worldOf({ members: [{ userId: 'u2', name: 'Ben', isOwner: false, source: 'google' }] });
  const browser = new FakeBrowser();
  world.server.put(memoOf('m1', 'base', 1000));
  const [one, two] = [await openSignedIn(of, { world, browser }), await openSignedIn(of, { world, browser })];
  const theirs = (more: Partial<Memo>) => {
    const memo = world.server.memos.get('m1')!;
    world.server.put({ ...memo, updatedBy: 'u2', ...more, version: memo.version + 1 });
  };
  return { world, one, two, begun: memo(one)!, theirs, texts: () => world.server.texts().sort() };
}

const memo = ({ page }: Open) => page.memos.find('m1');
const question = ({ page }: Open) => page.lists.changes.value.find(({ state }) => state === 'conflict');
const asked = (open: Open) => until(() => !!question(open), 'nothing is asked');
const sent = ({ page }: Open) => until(() => page.lists.changes.value.length === 0, 'it was not sent');
const familyPage = ({ page }: Open) => ({ ...page, t }) as unknown as FamilyPage & RarePage;
const undo = (open: Open) => takeBack(familyPage(open), false);
const said = ({ page }: Open) => [
  page.notices.latest.shown.value?.text,
  page.notices.acts.bar.shown.value?.at(-1)?.text,
];
const choose = (open: Open, choice: Choice, name = 'Ben') =>
  resolveConflict(familyPage(open), question(open)!, choice, name);

test('undo in one tab leaves the text of another that waits for its writer', async (of) => {
  const { one, two, begun, texts } = await twoTabs(of);
  await one.page.memos.edit(begun, 'TAB1');
  await sent(one);
  const { back } = one.page.notices.acts.newest()!;
  await two.page.memos.edit(begun, 'TAB2');
  await Promise.all([asked(one), asked(two)]);
  assert.deepEqual([said(one)[1], said(two)[1]], [undefined, undefined]); // no way back while two texts wait
  assert.equal(two.page.notices.said.value.trim(), t.disputed);
  back();
  await turns();
  assert.deepEqual([question(one)?.content, question(two)?.theirs?.content], ['TAB2', 'TAB1']);
  choose(two, 'mine', '');
  await sent(two);
  assert.deepEqual(texts(), ['TAB2']);
});

test('of two texts saved in two tabs without a connection, none overwrites the other', async (of) => {
  const { world, one, two, begun } = await twoTabs(of);
  world.reachable = false;
  await one.page.memos.edit(begun, 'ONE');
  await until(() => memo(two)?.content === 'ONE', 'the other tab does not show it');
  await two.page.memos.edit(begun, 'TWO');
  world.reachable = true;
  await one.page.memos.box.wake();
  await asked(one);
  assert.deepEqual([question(one)?.content, question(one)?.theirs?.content], ['TWO', 'ONE']);
});

test('what is written over an unsent memo, which another tab has rewritten, is asked about once it is sent', async (of) => {
  const { world, one, two, texts } = await twoTabs(of);
  world.reachable = false;
  const key = await one.page.memos.box.put({ kind: 'add', content: 'A' });
  await until(() => !!two.page.memos.find(key), 'the other tab does not show it');
  const { edits } = two.page;
  edits.open(two.page.memos.find(key)!, 'A and more');
  await one.page.memos.edit(one.page.memos.find(key)!, 'ONE');
  world.reachable = true;
  await one.page.memos.box.wake();
  await until(() => edits.editing.value !== key, 'it is not followed');
  const edit = edits.all.value.get(edits.editing.value!)!;
  await two.page.memos.edit(edit.memo, edit.text);
  await asked(two);
  assert.deepEqual([texts(), question(two)?.content], [['ONE', 'base'], 'A and more']);
});

const choices: [Choice, Partial<Memo>, string, string[], string[]][] = [
  ['theirs', { content: 'theirs' }, t.keptTheirs('Ben'), ['theirs'], ['theirs']],
  ['mine', { content: 'theirs' }, t.keptMine, ['mine'], ['theirs']],
  ['mine', { deleted: true }, t.keptMine, ['mine'], ['(mine)']],
  ['both', { content: 'theirs' }, t.keptBoth, ['mine', 'theirs'], ['(mine)', 'theirs']],
];
for (const [choice, made, sentence, kept, before] of choices)
  test(`the choice of ${choice} can be undone, also where the other was ${Object.keys(made)}`, async (of) => {
    const { one, begun, theirs, texts } = await twoTabs(of);
    theirs(made);
    await one.page.memos.edit(begun, 'mine');
    await asked(one);
    choose(one, choice);
    assert.equal(said(one)[1], sentence);
    await sent(one);
    assert.deepEqual(texts(), kept);
    undo(one);
    if (choice === 'mine') await sent(one);
    else await asked(one);
    await until(() => one.page.lists.unsent.value === (choice === 'mine' ? 0 : 1), 'it was not sent');
    assert.deepEqual([texts(), question(one)?.content], [before, choice === 'mine' ? undefined : 'mine']);
    assert.equal(one.page.notices.acts.newest(), undefined);
  });

test('a tick of a memo that another member deleted is not done, nor taken back, and that is told', async (of) => {
  const { one, begun, theirs, texts } = await twoTabs(of);
  await one.page.memos.done(begun, true);
  await sent(one);
  theirs({ deleted: true });
  undo(one);
  await sent(one);
  assert.deepEqual([said(one)[0], texts()], [t.wasDeleted('Ben', 'base'), ['(base)']]);
  one.page.notices.latest.clear();
  await one.page.memos.done(begun, true);
  await sent(one);
  assert.equal(said(one)[0], t.wasDeleted('Ben', 'base'));
});

for (const [made, sentence] of [
  [{ deleted: true }, t.wasDeleted('Ben', 'mine')],
  [{ content: 'theirs' }, t.notUndone('theirs')],
] as const)
  test(`the way back from an edit asks nothing where another member has since made ${Object.keys(made)}`, async (of) => {
    const { one, begun, theirs } = await twoTabs(of);
    await one.page.memos.edit(begun, 'mine');
    await sent(one);
    theirs(made);
    undo(one);
    await sent(one);
    assert.equal(said(one)[0], sentence);
  });

test('what was taken back while the device is offline has gone from the queue of every tab', async (of) => {
  const { world, one, two, begun } = await twoTabs(of);
  await one.page.person.confirm('u1'); // the server has just known the person
  vi.stubGlobal('navigator', { onLine: false });
  of.onTestFinished(() => void vi.unstubAllGlobals());
  world.reachable = false;
  const away = ({ page }: Open) =>
    until(
      () => page.lists.changes.value[0]?.state === 'waiting' && !page.connection.connected.value,
      'it was not tried',
    );
  await one.page.memos.done(begun, true);
  await away(one);
  undo(one);
  await one.page.memos.edit(begun, 'mine');
  await away(one);
  undo(one);
  await Promise.all([sent(one), sent(two)]);
});
