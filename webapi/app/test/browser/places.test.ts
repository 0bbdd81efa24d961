import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { memoOf } from '../kit/fake_server';
import { openPage, openSignedIn, worldOf } from '../kit/page';
import { turns, until } from '../kit/wait';

test('the filters of the list are in the address, and stay after a reload', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  world.server.put(memoOf('m2', 'eggs', 2000));
  const { page, tab } = await openSignedIn(t, { world });
  page.search.query.value = { text: ' mi', author: 'u1' };
  page.search.query.value = { text: ' milk ', author: 'u1' };
  assert.equal(tab.shown, '/?q=mi&by=u1');
  vi.advanceTimersByTime(500);
  assert.equal(tab.shown, '/?q=milk&by=u1');
  const again = await openSignedIn(t, { world, address: '/?q=milk&by=u1&x=1' });
  assert.deepEqual(again.page.search.query.value, { text: 'milk', author: 'u1' });
  assert.deepEqual([again.texts(again.page.search.shown.value), again.tab.shown], [['milk'], '/?q=milk&by=u1']);
  again.page.places.goTo('family');
  assert.equal(again.tab.shown, '/family');
  again.page.places.goTo('memos');
  assert.equal(again.tab.shown, '/?q=milk&by=u1');
  again.page.search.forget();
  vi.advanceTimersByTime(500);
  assert.equal(again.tab.shown, '/');
});

test('a page without a session keeps its address', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { page, tab } = openPage(t, { world: worldOf({ who: '' }), address: '/?signin=expired' });
  await page.start();
  vi.advanceTimersByTime(1000);
  await turns();
  assert.equal(tab.shown, '/?signin=expired');
});

test('an open memo is one step of the history, whichever it is, and closing it goes back', async (t) => {
  const world = worldOf();
  for (const id of ['m1', 'm2']) world.server.put(memoOf(id, id, 1000));
  const { page, tab } = await openSignedIn(t, { world });
  const { places } = page;
  for (const id of ['m1', 'm2', 'm1']) places.selected.value = id;
  assert.deepEqual(tab.steps, ['/', '/memos/m1']);
  places.selected.value = null;
  assert.deepEqual(tab.steps, ['/', '/memos/m1']); // a browser takes its time
  await until(() => tab.steps.length === 1, 'it did not go back');
  assert.deepEqual([tab.shown, tab.history.scrollRestoration], ['/', 'auto']);
});

test('a memo opened while the browser goes back stays open', async (t) => {
  const world = worldOf();
  for (const id of ['m1', 'm2']) world.server.put(memoOf(id, id, 1000));
  const { page, tab } = await openSignedIn(t, { world });
  const { places } = page;
  places.selected.value = 'm1';
  places.selected.value = null;
  places.selected.value = 'm2';
  await turns();
  assert.deepEqual([tab.steps, places.selected.value], [['/', '/memos/m2'], 'm2']);
});

test('a place that is gone to while the browser goes back is come to', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const { page, tab } = await openSignedIn(t, { world });
  const { places } = page;
  places.selected.value = 'm1';
  places.selected.value = null;
  places.goTo('family');
  await until(() => places.place.value === 'family', 'it is not there');
  assert.deepEqual(tab.steps, ['/', '/family']);
});

test('a browser that is slow to go back is not asked twice', async (t) => {
  const { page, tab } = await openSignedIn(t);
  const { places } = page;
  let told = 0;
  tab.history.back = () => void told++;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  places.goTo('trash');
  places.goTo('memos');
  places.selected.value = 'm1';
  places.selected.value = null;
  vi.advanceTimersByTime(5000);
  assert.deepEqual([told, tab.steps], [1, ['/', '/trash', '/', '/']]);
  tab.back();
  assert.deepEqual(
    [told, tab.steps, places.place.value, places.selected.value],
    [1, ['/', '/trash', '/'], 'memos', null],
  );
});

test('Back from another place opens the memo again that was left open', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const { page, tab } = await openSignedIn(t, { world });
  const { places } = page;
  places.selected.value = 'm1';
  places.goTo('family');
  assert.deepEqual([places.selected.value, tab.steps], [null, ['/', '/memos/m1', '/family']]);
  tab.back();
  await until(() => places.selected.value === 'm1', 'it is not open');
  assert.deepEqual(tab.steps, ['/', '/memos/m1']);
});

test('a search is one step of the history, which Back, its end and nothing else close', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const world = worldOf();
  for (const id of ['m1', 'm2']) world.server.put(memoOf(id, id, 1000));
  const { page, tab, texts } = await openSignedIn(t, { world });
  const { places, search } = page;
  const type = (text: string) => (search.narrow({ text }), vi.advanceTimersByTime(500));
  for (const text of ['m', 'm1', 'm1 ']) type(text);
  assert.deepEqual([tab.steps, search.query.value.text], [['/', '/?q=m1'], 'm1 ']);
  places.selected.value = 'm1';
  assert.deepEqual(tab.steps, ['/', '/?q=m1', '/memos/m1']);
  tab.back();
  assert.deepEqual([places.selected.value, texts(search.shown.value), tab.shown], [null, ['m1'], '/?q=m1']);
  tab.back();
  assert.deepEqual([texts(search.shown.value).length, tab.steps], [2, ['/']]);
  search.narrow({ author: 'u1' });
  type('m2');
  search.forget();
  await until(() => tab.steps.length === 1, 'it did not go back');
  type('m1');
  places.selected.value = 'm1';
  search.forget();
  assert.deepEqual(tab.steps, ['/', '/?q=m1', '/memos/m1']);
  places.selected.value = null;
  await until(() => tab.steps.length === 1, 'it did not go back twice');
  assert.deepEqual([tab.shown, search.narrowed.value], ['/', false]);
});

test('filters set while a memo is open are in the address afterwards', async (t) => {
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const { page, tab } = await openSignedIn(t, { world });
  page.places.selected.value = 'm1';
  page.places.narrow({ text: 'milk', author: '' });
  page.places.selected.value = null;
  await until(() => tab.shown === '/?q=milk', 'it is not in the address');
  assert.deepEqual(tab.steps, ['/', '/?q=milk']);
});

test('a sign-in leads back to the memo that the address is of', async (t) => {
  const { page } = openPage(t, { world: worldOf({ who: '' }), address: '/memos/m1' });
  await page.start();
  assert.equal(page.session.signInAddress(), '/auth/login?return_to=%2Fmemos%2Fm1');
});
