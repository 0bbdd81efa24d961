import assert from 'node:assert/strict';
import { test } from 'vitest';
import { memoOf } from '../kit/fake_server';
import { type Open, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

/** Hides the page of a computer. */
async function hide({ tab }: Open): Promise<void> {
  tab.fit('(hover: hover)', true);
  Object.assign(tab.window.navigator, { locks: {} });
  tab.see(false);
  await turns();
}

const listening = ({ streams }: Open) => streams.filter(({ readyState }) => readyState === 1).length;

test('on a computer one tab listens out of sight, and counts what it has not shown', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const one = await openSignedIn(t, { world });
  const two = await openSignedIn(t, { world, browser: one.browser });
  await until(() => one.page.lists.lastSynced.value > 0, 'the list was not read');
  await hide(one);
  await hide(two);
  assert.deepEqual([listening(one), listening(two)], [1, 0]);
  world.server.put(memoOf('m2', 'eggs', Date.now() + 1000, { userId: 'u2' }));
  one.streams.at(-1)!.say('changed');
  await until(() => one.page.seen.unseen.value === 1, 'it is not counted');
  assert.equal(listening(one), 1);
  one.tab.see(true);
  await until(() => one.page.seen.unseen.value === 0, 'it is still unseen');
  await turns();
  assert.deepEqual([listening(one), listening(two)], [1, 1]);
});

test('a page that ends out of sight listens no more, nor does one whose session ends', async (t) => {
  const one = await openSignedIn(t);
  await hide(one);
  one.page.close();
  assert.equal(listening(one), 0);
  const two = await openSignedIn(t);
  await hide(two);
  two.page.ending.over();
  assert.equal(listening(two), 0);
});

test('what came while the stream was broken out of sight is counted when it is there again', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const open = await openSignedIn(t, { world });
  await until(() => open.page.lists.lastSynced.value > 0, 'the list was not read');
  await hide(open);
  open.streams.at(-1)!.say('hello');
  await turns();
  open.streams.at(-1)!.say('error');
  world.server.put(memoOf('m2', 'eggs', Date.now() + 1000, { userId: 'u2' }));
  open.streams.at(-1)!.say('hello');
  await until(() => open.page.seen.unseen.value === 1, 'it is not counted');
});

test('a tab that goes out of sight again and again waits once for its turn to listen', async (t) => {
  const open = await openSignedIn(t);
  let waits = 0;
  open.browser.alone = async () => (waits++, new Promise(() => undefined)); // another tab listens
  for (let i = 0; i < 3; i++) {
    await hide(open);
    open.tab.see(true);
  }
  assert.equal(waits, 1);
});
