import assert from 'node:assert/strict';
import { test } from 'vitest';
import { memoOf } from '../kit/fake_server';
import { type Open, openPage, openSignedIn, worldOf } from '../kit/page';
import { until } from '../kit/wait';

const confirmed: [string, (open: Open) => Promise<unknown>, string[]][] = [
  ['an added memo', ({ page }) => page.memos.add('bread'), ['bread', 'milk']],
  ['a new text', ({ page }) => page.memos.edit(page.lists.memos.peek()[0]!, 'oat milk'), ['oat milk']],
  ['a deletion', ({ page }) => page.memos.remove(page.lists.memos.peek()[0]!), []],
];
for (const [name, act, want] of confirmed)
  test(`a page that is reloaded offline as soon as it was confirmed shows ${name}`, async (t) => {
    const world = worldOf();
    world.server.put(memoOf('m1', 'milk', 1));
    const open = await openSignedIn(t, { world });
    await until(async () => !!(await open.kept.snapshot('u1')), 'the list was not kept');
    await act(open);
    await until(async () => (await open.kept.alter('u1', (queue) => queue)).length === 0, 'it was not confirmed');
    world.reachable = false;
    const { page, texts } = openPage(t, { world, browser: open.browser });
    await page.start();
    assert.deepEqual(texts(), want);
  });

test('a page that is reloaded offline as soon as it has shown what another person changed shows it again', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1));
  const open = await openSignedIn(t, { world });
  world.server.put({ ...memoOf('m1', 'oat milk', 1), version: 2, updatedBy: 'u2' });
  await open.page.sync.refresh();
  world.reachable = false;
  const { page, texts } = openPage(t, { world, browser: open.browser });
  await page.start();
  assert.deepEqual(texts(), ['oat milk']);
});

test('each of many memos is unsent or in the kept list at every moment', async (t) => {
  const lines = Array.from({ length: 20 }, (_, i) => ({ text: `line ${i}`, done: false }));
  const { page, kept } = await openSignedIn(t);
  await page.memos.add(lines);
  for (let unsent = lines.length; unsent > 0; ) {
    const queue = await kept.alter('u1', (changes) => changes);
    const snapshot = await kept.snapshot('u1');
    const there = [
      ...(snapshot?.pages ?? []).flatMap(({ memos }) => memos),
      ...[...(snapshot?.own.values() ?? [])].map(({ memo }) => memo),
      ...queue,
    ];
    unsent = queue.length;
    assert.deepEqual(
      lines.filter(({ text }) => !there.some(({ content }) => content === text)),
      [],
    );
  }
});
