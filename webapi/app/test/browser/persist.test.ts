import assert from 'node:assert/strict';
import { test } from 'vitest';
import { askBeforeLoss, keepAdded } from '../../src/memos/keeping';
import { openSignedIn } from '../kit/page';
import { turns, until } from '../kit/wait';

test('the browser is asked once for persistent storage, after the first memo', async (t) => {
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

test('a page asks before it closes while a text is in its memory only, and never otherwise', async (t) => {
  const { page, tab } = await openSignedIn(t);
  askBeforeLoss(page, page.ended);
  const asks = () => {
    let prevented = false;
    tab.event('beforeunload', { preventDefault: () => (prevented = true) });
    return prevented;
  };
  await until(() => !asks(), 'it asks before anything is written');
  page.draft.value = 'half a thought'; // on its way to the disk
  const seen = [asks()];
  await until(() => !asks(), 'it asks when all is kept');
  page.store.refused.value = true;
  seen.push(asks());
  const gesture = (hasBeenActive: boolean) =>
    Object.assign(tab.window.navigator, { userActivation: { hasBeenActive, isActive: false } });
  gesture(false); // no browser asks on a page that no person has touched; Chrome complains
  seen.push(asks());
  gesture(true);
  seen.push(asks());
  page.draft.value = '';
  await until(() => !asks(), 'it asks for nothing');
  assert.deepEqual(seen, [true, true, false, true]);
});
