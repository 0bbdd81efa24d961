import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { until } from '../kit/wait';

async function openWithMilk(t: TestContext): Promise<Open> {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  return openSignedIn(t, { world });
}

const milk = ({ page }: Open) => page.lists.memos.value.find(({ id }) => id === 'm1')!;
const settled = ({ page }: Open) => until(() => page.lists.unsent.value === 0, 'it was not sent');

test('an edit has a way back, which is an edit to the old text', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  await page.memos.edit(milk(open), 'oat milk');
  await settled(open);
  const { text, back } = page.notices.acts.pop()!;
  assert.deepEqual([text, world.server.texts()], ['Changed to “oat milk”', ['oat milk']]);
  back();
  assert.equal(milk(open).content, 'milk');
  await settled(open);
  assert.deepEqual([world.server.texts(), page.lists.changes.value], [['milk'], []]);
});

test('without a connection, an edit and its way back are no change', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  await page.person.confirm('u1');
  world.reachable = false;
  page.connection.note(false);
  world.who = 'u1';
  const edit = page.memos.edit(milk(open), 'oat milk');
  page.notices.acts.pop()!.back();
  await edit;
  await until(() => page.lists.changes.value.every(({ state }) => state === 'waiting'), 'it hangs');
  world.reachable = true;
  await page.memos.box.wake();
  await settled(open);
  assert.deepEqual(world.server.texts(), ['milk']);
});

test('the way back does not overwrite what another has written since', async (t) => {
  const open = await openWithMilk(t);
  const { page, world, streams } = open;
  await page.memos.edit(milk(open), 'oat milk');
  await settled(open);
  const { back } = page.notices.acts.pop()!;
  world.server.put({ ...world.server.memos.get('m1')!, content: 'soy milk', version: 9 });
  streams.at(-1)!.say('changed');
  await until(() => milk(open).content === 'soy milk', 'the hint was not followed');
  assert.equal(back(), false);
  assert.deepEqual(page.lists.changes.value, []);
  assert.deepEqual(world.server.texts(), ['soy milk']);
});

test('the text before an edit is shown at once, and stays that before the first of a row', async (t) => {
  const open = await openWithMilk(t);
  const { page, world } = open;
  world.reachable = false;
  await page.memos.edit(milk(open), 'oat milk');
  assert.deepEqual(milk(open).before, { content: 'milk', at: new Date(1000).toISOString(), by: 'u1' });
  await page.memos.edit(milk(open), 'soy milk');
  assert.deepEqual([milk(open).content, milk(open).before?.content], ['soy milk', 'milk']);
});

test('the text before comes back, and the present one is before it then', async (t) => {
  const world = worldOf();
  const at = new Date(500).toISOString();
  world.server.put(
    memoOf('m1', 'milk', 1000, { before: { content: 'cream', at, by: 'u2' }, editedAt: at, editedBy: 'u2' }),
  );
  const open = await openSignedIn(t, { world });
  void open.page.memos.bringBack(milk(open));
  assert.deepEqual([milk(open).content, milk(open).before], ['cream', { content: 'milk', at, by: 'u2' }]);
  await settled(open);
  assert.deepEqual(world.server.texts(), ['cream']);
});
