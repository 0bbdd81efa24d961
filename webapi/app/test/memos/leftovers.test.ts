import assert from 'node:assert/strict';
import { test } from 'vitest';
import { memoOf } from '../kit/fake_server';
import { openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

test('what was being written in a tab that is no more is in the next one, and in no other', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const closed = await openSignedIn(t, { world });
  const { browser, kept, page } = closed;
  page.draft.value = 'half a thought';
  page.edits.open(page.lists.memos.value[0]!, 'milk and honey');
  const tab = closed.tab.items.get('tab')!;
  await until(async () => !!(await kept.written('u1', tab))?.edits.length, 'it is not kept');
  page.close();

  const next = await openSignedIn(t, { world, browser, tab: browser.open() });
  await until(() => next.page.draft.value === 'half a thought', 'it is lost');
  assert.equal(next.page.edits.all.value.get('m1')?.text, 'milk and honey');
  await until(async () => !(await kept.written('u1', tab)), 'it is kept twice');
  const own = next.tab.items.get('tab')!;
  await until(async () => (await kept.written('u1', own))?.draft === 'half a thought', 'it is not kept');

  const third = await openSignedIn(t, { world, browser, tab: browser.open() });
  await turns(20);
  assert.deepEqual([third.page.draft.value, next.page.draft.value], ['', 'half a thought']); // that tab is open
});

test('two tabs that are no more, with a text over the same memo each: both are there', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const first = await openSignedIn(t, { world });
  const { browser, kept } = first;
  const second = await openSignedIn(t, { world, browser, tab: browser.open() });
  for (const [{ page }, text] of [
    [first, 'milk and honey'],
    [second, 'oat milk'],
  ] as const)
    page.edits.open(page.lists.memos.value[0]!, text);
  await until(async () => (await kept.allWritten('u1')).length === 2, 'it is not kept');
  for (const { page } of [first, second]) page.close();

  const { page } = await openSignedIn(t, { world, browser, tab: browser.open() });
  const all = () => [page.draft.value, page.edits.all.value.get('m1')?.text].sort().join();
  await until(() => all() === 'milk and honey,oat milk', 'one is lost');
});
