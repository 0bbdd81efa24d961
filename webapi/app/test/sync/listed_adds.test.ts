import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import { millisOf, uuidv7 } from '../../src/browser/uuid';
import type { Change } from '../../src/sync/changes';
import { listedAdds } from '../../src/sync/memo_id';
import type { Memo } from '../../src/sync/model';
import { overlay } from '../../src/sync/overlay';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

/** The server's memo id for a key. */
function idOf(userId: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return Buffer.from(`${userId}\n${String(millisOf(key)).padStart(13, '0')}${hash}`).toString('base64url');
}

const add = (key: string, more: Partial<Change> = {}): Change => ({
  key,
  kind: 'add',
  content: 'milk',
  at: 5,
  state: 'waiting',
  tries: 0,
  ...more,
});
const listed = (userId: string, key: string): Memo => memoOf(idOf(userId, key), 'milk', 9, { userId });
const writer = { userId: 'u1', name: 'Taro', familyId: 'f1' };

test('the time in a key is read', () => assert.equal(millisOf(uuidv7(1_763_800_000_123)), 1_763_800_000_123));

for (const userId of ['u1', 'google-12', 'auth0|567', '太郎', 'a?>b'])
  test(`an unsent memo of ${userId} is known in the list by its id, and no other one is`, () => {
    const key = uuidv7(1_763_800_000_123);
    const others = [122, 124].map((ms) => listed(userId, uuidv7(1_763_800_000_000 + ms)));
    const memo = listed(userId, key);
    const found = (list: readonly Memo[], changes = [add(key)]) => [...listedAdds(list, changes, userId)];
    assert.deepEqual(found([...others, memo]), [[memo.id, key]]);
    assert.deepEqual(found([...others, listed('another', key), memoOf('added1', 'milk', 1)]), []);
    assert.deepEqual(found([memo], [add(key, { state: 'failed' })]), []);
  });

test('an unsent memo that the list has is shown once, under its key until the answer, with what was done to it since', () => {
  const key = uuidv7(1_763_800_000_123);
  const memo = listed('u1', key);
  const shown = { ...memo, id: key };
  const trash: Memo[] = [];
  assert.deepEqual(overlay({ memos: [memo], trash }, [add(key)], writer).memos, [shown]);
  const done: Change = { ...add('k2'), kind: 'done', done: true, memoId: key, base: shown };
  const overlaid = overlay({ memos: [memo], trash }, [add(key), done], writer).memos;
  assert.deepEqual(
    overlaid.map(({ id, doneBy }) => [id, doneBy]),
    [[key, 'u1']],
  );
});

/** Records every list that a page shows, by its texts. */
function watch({ page, texts }: Open): string[] {
  const shown: string[] = [];
  page.lists.memos.subscribe(() => void shown.push(texts().join()));
  return shown;
}

for (const [name, first] of [
  ['the list shows it before the answer is known', 'list'],
  ['the answer is known before the list shows it', 'answer'],
] as const)
  test(`a memo is in no tab shown twice: ${name}`, async (t) => {
    const world = worldOf();
    world.server.idOf = (key) => idOf('u1', key);
    const one = await openSignedIn(t, { world });
    const two = await openSignedIn(t, { world, browser: one.browser });
    const shown = [watch(one), watch(two)];
    if (first === 'list') world.server.arriving = () => two.page.sync.refresh().then(() => undefined);
    await one.page.memos.add('milk');
    await until(() => one.page.lists.unsent.value === 0, 'it was not sent');
    for (const { page } of [one, two]) await page.sync.refresh();
    await until(() => two.page.lists.unsent.value === 0, 'the other tab was not told');
    await turns();
    assert.deepEqual([one.texts(), two.texts()], [['milk'], ['milk']]);
    for (const lists of shown)
      assert.deepEqual(
        lists.filter((texts) => texts.includes(',')),
        [],
      );
  });

test('a text that another tab has sent stays where it was written, before the list is read again', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1));
  const one = await openSignedIn(t, { world });
  const two = await openSignedIn(t, { world: worldOf({ server: world.server }), browser: one.browser });
  world.reachable = false;
  await one.page.memos.edit(one.page.lists.memos.peek()[0]!, 'oat milk');
  const shown = watch(one);
  await until(() => two.page.lists.unsent.value === 1, 'the other tab was not told');
  await two.page.memos.box.wake();
  await until(() => one.page.lists.unsent.value === 0, 'the other tab has not sent it');
  assert.deepEqual([...new Set(shown)], ['oat milk*', 'oat milk']);
});

test('a text that the list has already is not kept apart in another tab, where it would outlast the memo', async (t) => {
  const world = worldOf();
  const memo = memoOf('m1', 'oat milk', 1);
  world.server.put(memo);
  const { page } = await openSignedIn(t, { world });
  await page.memos.box.reread('u1', { key: 'k1', memo, at: Date.now() });
  world.server.put({ ...memo, deleted: true, version: memo.version + 1 });
  await page.sync.refresh();
  assert.deepEqual(page.lists.memos.value, []);
});
