import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'vitest';
import { millisOf } from '../../src/browser/uuid';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

const memo = memoOf('m1', 'milk', 1);
const edited = { ...memo, content: 'oat milk', version: 2 };
const deleted = { ...edited, deleted: true, version: 3 };

/** The requests for one memo that the server was sent. */
const single = ({ world }: Open) => world.asked.filter((request) => request.startsWith('GET /api/memos/'));

/** A page that shows one memo, and its clock, which advances by itself. */
async function open(t: Parameters<typeof openSignedIn>[0]): Promise<Open> {
  const world = worldOf();
  world.server.put(memo);
  let now = Date.now();
  return openSignedIn(t, { world, clock: () => ++now });
}

test('a memo that another member deletes right after one has edited it is shown no more', async (t) => {
  const one = await open(t);
  const { page, world } = one;
  await page.memos.edit(page.lists.memos.peek()[0]!, 'oat milk');
  await until(() => page.lists.unsent.value === 0, 'it was not sent');
  world.server.put(deleted);
  await page.sync.refresh();
  await until(() => page.lists.memos.value.length === 0, 'the deleted memo is still shown');
  assert.deepEqual(one.texts(page.lists.trash.value), ['oat milk']);
});

for (const [name, after] of [
  ['deleted', () => ['oat milk']],
  ['purged', () => []],
] as const)
  test(`a memo that was ${name} is not shown when another tab tells of an edit that came before`, async (t) => {
    const one = await open(t);
    const { page, world } = one;
    const at = page.clock.time();
    if (name === 'deleted') world.server.put(deleted);
    else world.server.memos.delete(memo.id);
    await page.sync.refresh();
    await page.memos.box.reread('u1', { key: 'k1', memo: edited, at });
    await until(() => page.lists.memos.value.length === 0, 'the memo is still shown');
    assert.deepEqual(one.texts(page.lists.trash.value), after());
  });

test('a memo that the server still has is shown while the list lags, and asked for once', async (t) => {
  const one = await open(t);
  const { page, world } = one;
  const at = page.clock.time();
  await page.memos.box.reread('u1', { key: 'k1', memo: edited, at });
  world.server.put(edited);
  world.server.lagging.add('m1');
  await page.sync.refresh();
  await turns();
  assert.deepEqual(one.texts(), ['oat milk']);
  assert.deepEqual(single(one), ['GET /api/memos/m1']);
});

test('a memo that is open stays open when the list has it before its add is answered', async (t) => {
  const world = worldOf();
  world.server.idOf = (key) => {
    const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
    return Buffer.from(`u1\n${String(millisOf(key)).padStart(13, '0')}${hash}`).toString('base64url');
  };
  const one = await openSignedIn(t, { world });
  const { page } = one;
  world.reachable = false;
  await page.memos.add('milk');
  const [unsent] = page.lists.memos.peek();
  page.places.selected.value = unsent!.id;
  page.edits.open(unsent!, 'oat milk');
  let before = '';
  world.server.arriving = async () => {
    await page.sync.refresh();
    before = page.lists.memos.peek()[0]!.id;
  };
  world.reachable = true;
  await page.memos.box.wake();
  await until(() => page.lists.unsent.value === 0, 'it was not sent');
  const [memo] = page.lists.memos.peek();
  assert.deepEqual([before, page.places.selected.peek()], [unsent!.id, memo!.id]);
  assert.equal(page.edits.all.peek().get(memo!.id)?.text, 'oat milk');
  assert.deepEqual(single(one), []);
});
