import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepAdded } from '../../src/memos/keeping';
import { openSignedIn } from '../kit/page';
import { turns, until } from '../kit/wait';

test('the browser is asked once to keep what is on the device, after the first memo', async (t) => {
  const { page, tab, world } = await openSignedIn(t);
  let asked = 0;
  const storage = { persisted: async () => false, persist: async () => ((asked += 1), true) };
  Object.assign(tab.window.navigator, { storage });
  keepAdded(page, page.ended);
  await turns();
  assert.equal(asked, 0);
  await page.memos.add('milk');
  await until(() => asked === 1 && page.lists.unsent.value === 0, 'it was not asked');
  keepAdded(page, page.ended);
  await page.memos.add('eggs');
  await until(() => world.server.texts().includes('eggs'), 'it was not sent');
  assert.equal(asked, 1);
});
