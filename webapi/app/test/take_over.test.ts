import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDB } from 'idb';
import './browser';
import { store } from '../src/browser/tabs';
import { tabName } from '../src/browser/tab';
import { takeOverEarlier } from '../src/sync/take_over';

test('where earlier versions left nothing, nothing is asked for', async (t) => {
  const opened = t.mock.method(indexedDB, 'open');
  await takeOverEarlier();
  assert.equal(opened.mock.callCount(), 0);
});

test('what an earlier version was writing in this tab, and all it kept, is there after an update', async () => {
  sessionStorage.setItem('draft', 'half a thought');
  sessionStorage.setItem('draftWriter', 'u1');
  localStorage.setItem('familySeen', '{"names":{"u2":"Hanako"}}');
  await takeOverEarlier();
  assert.equal((await store.written('u1', tabName()))?.draft, 'half a thought');
  assert.deepEqual([sessionStorage.getItem('draft'), localStorage.getItem('familySeen')], [null, null]);
});

test('a database of an earlier version that nothing else tells of is found', async () => {
  const db = await openDB('voicememo', 1, {
    upgrade(made) {
      made.createObjectStore('changes', { keyPath: ['userId', 'key'] });
      for (const name of ['snapshots', 'meta']) made.createObjectStore(name);
    },
  });
  await db.put('changes', { userId: 'u1', key: 'k1', kind: 'add', content: 'milk', at: 1, state: 'waiting', tries: 0 });
  db.close();
  await takeOverEarlier();
  assert.deepEqual((await store.alter('u1', (queue) => queue)).map((c) => c.content), ['milk']);
  assert.ok(!(await indexedDB.databases()).some(({ name }) => name === 'voicememo'));
});
