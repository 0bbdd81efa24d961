import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { edit } from '../../src/components/memos/acts';
import { rewrite } from '../../src/components/memos/unsettled';
import type { FamilyPage } from '../../src/components/page_context';
import { catalogues } from '../../src/messages';
import type { Page } from '../../src/page';
import type { Change } from '../../src/sync/changes';
import { ApiError, type Memo } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';
import { meOf, openPage } from '../kit/page';

const milk = memoOf('m1', 'milk', 1000);
const refused: Change = {
  key: 'k1',
  kind: 'edit',
  memoId: 'm1',
  content: 'oat milk',
  version: 1,
  base: milk,
  at: 1,
  tries: 1,
  state: 'failed',
  error: new ApiError(404, 'not_found'),
};

/** A page that shows these memos and has an edit that the server has refused; "eggs" is in the composer. */
async function withRefused(t: TestContext, ...memos: Memo[]): Promise<Page> {
  Object.defineProperty(globalThis, 'document', { value: { getElementById: () => null }, configurable: true }); // where the box would get the focus
  t.onTestFinished(() => void delete (globalThis as { document?: unknown }).document);
  const { page } = openPage(t);
  page.person.me.value = meOf('u1');
  await page.memos.box.open('u1');
  page.lists.changes.value = [refused];
  page.lists.pages.value = memos.length > 0 ? [{ cursor: '', limit: 50, nextCursor: '', etag: '', memos }] : [];
  page.draft.value = 'eggs';
  return page;
}

test('a refused edit goes back into the editor of its memo', async (t) => {
  const page = await withRefused(t, milk);
  const { lists, edits, draft, places } = page;
  rewrite(page, lists.memos.value[0]!, refused);
  assert.deepEqual([edits.editing.value, edits.all.value.get('m1')?.text, draft.value], ['m1', 'oat milk', 'eggs']);
  assert.equal(places.selected.value, 'm1');
});

test('a refused edit of a memo that is not there any more goes where new memos are written', async (t) => {
  const page = await withRefused(t);
  const { lists, edits, draft } = page;
  rewrite(page, lists.memos.value[0]!, refused);
  assert.deepEqual([edits.editing.value, draft.value], [null, 'oat milk eggs']);
});

test('a memo with a text that waits for its writer is neither deleted nor edited before that', async (t) => {
  const page = await withRefused(t, milk);
  const { lists, memos, edits, notices } = page;
  await memos.remove(lists.memos.value[0]!);
  assert.deepEqual([lists.changes.value, notices.acts.newest()], [[refused], undefined]);
  const { error: _, ...rest } = refused;
  const disputed: Change = { ...rest, state: 'conflict', theirs: { ...milk, content: 'tea', version: 2 } };
  lists.changes.value = [disputed];
  const [memo] = lists.memos.value;
  await memos.remove(memo!);
  edit(memo!, page as unknown as FamilyPage);
  assert.deepEqual([lists.changes.value, edits.editing.value], [[disputed], null]);
  assert.equal(notices.said.value.trim(), catalogues.en.disputed);
});

test('what is being written for a memo is not lost when a refused edit of it comes back', async (t) => {
  const page = await withRefused(t, milk);
  const { lists, edits } = page;
  const [memo] = lists.memos.value;
  edits.write(memo!, 'oat milk and tea');
  rewrite(page, memo!, refused);
  assert.equal(edits.all.value.get('m1')?.text, 'oat milk and tea');
  edits.write(milk, 'soy milk');
  lists.changes.value = [refused];
  rewrite(page, memo!, refused);
  assert.equal(edits.all.value.get('m1')?.text, 'oat milk\nsoy milk');
});
