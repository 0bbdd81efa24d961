import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoOf } from '../kit/fake_server';
import { openPage, openSignedIn, worldOf } from '../kit/page';
import { turns } from '../kit/wait';

test('what the list is narrowed by is in the address, and there again after a reload', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  world.server.put(memoOf('m2', 'eggs', 2000));
  const { page, tab } = await openSignedIn(t, { world });
  page.search.query.value = { text: ' milk ', author: 'u1' };
  assert.equal(tab.shown, '/');
  t.mock.timers.tick(500);
  assert.equal(tab.shown, '/?q=milk&by=u1');
  const again = await openSignedIn(t, { world, address: '/?q=milk&by=u1&x=1' });
  assert.deepEqual(again.page.search.query.value, { text: 'milk', author: 'u1' });
  assert.deepEqual([again.texts(again.page.search.shown.value), again.tab.shown], [['milk'], '/?q=milk&by=u1']);
  again.page.places.goTo('family');
  assert.equal(again.tab.shown, '/family');
  again.page.places.goTo('memos');
  assert.equal(again.tab.shown, '/?q=milk&by=u1');
  again.page.search.forget();
  t.mock.timers.tick(500);
  assert.equal(again.tab.shown, '/');
});

test('a page that nobody is signed in to keeps its address', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { page, tab } = openPage(t, { world: worldOf({ who: '' }), address: '/?signin=expired' });
  await page.start();
  t.mock.timers.tick(1000);
  await turns();
  assert.equal(tab.shown, '/?signin=expired');
});
