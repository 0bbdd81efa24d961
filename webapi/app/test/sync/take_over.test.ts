import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { tabName } from '../../src/browser/tab';
import { IndexedStore } from '../../src/sync/store/indexed';
import { takeOverEarlier } from '../../src/sync/take_over';
import { FakeBrowser } from '../kit/browser';
import { earlierDatabase } from '../kit/earlier';

/** A browser with one tab, and its storage. */
function device() {
  const browser = new FakeBrowser();
  const { databases } = browser;
  return { browser, databases, tab: browser.open(), store: new IndexedStore(() => databases) };
}

test('where earlier versions left nothing, nothing is asked for', async () => {
  const { databases, tab, store } = device();
  const opened = vi.spyOn(databases, 'open');
  await takeOverEarlier(tab.window, store);
  assert.equal(opened.mock.calls.length, 0);
});

test('what an earlier version was writing in this tab, and all it kept, is there after an update', async () => {
  const { browser, tab, store } = device();
  tab.items.set('draft', 'half a thought').set('draftWriter', 'u1');
  browser.items.set('familySeen', '{"names":{"u2":"Hanako"}}');
  await takeOverEarlier(tab.window, store);
  assert.equal((await store.written('u1', tabName(tab.window.sessionStorage)))?.draft, 'half a thought');
  assert.deepEqual([tab.items.has('draft'), browser.items.has('familySeen')], [false, false]);
});

test('a database of an earlier version that nothing else tells of is found', async () => {
  const { databases, tab, store } = device();
  await earlierDatabase(databases, undefined, {
    key: 'k1',
    kind: 'add',
    content: 'milk',
    at: 1,
    state: 'waiting',
    tries: 0,
  });
  await takeOverEarlier(tab.window, store);
  assert.deepEqual(
    (await store.alter('u1', (queue) => queue)).map((c) => c.content),
    ['milk'],
  );
  assert.ok(!(await databases.databases()).some(({ name }) => name === 'voicememo'));
});
