import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memosOf } from '../../src/memos/pasted';

test('pasted lines are memos without the bullets of a list', () => {
  assert.deepEqual(memosOf('・牛乳\n・卵\n\n・パン'), ['牛乳', '卵', 'パン']);
  assert.deepEqual(memosOf('- [ ] milk\r\n- [x] eggs\n* bread\n☐ rice'), ['milk', 'eggs', 'bread', 'rice']);
});

test('what only looks like a bullet stays', () => {
  assert.deepEqual(memosOf('E26 bulb\n020 7946 0123'), ['E26 bulb', '020 7946 0123']);
  assert.deepEqual(memosOf('5-6時\n-5度'), ['5-6時', '-5度']);
});

test('one line, too many lines, and a line that is too long are not several memos', () => {
  assert.deepEqual(memosOf('milk\n\n - '), []);
  assert.deepEqual(memosOf(Array.from({ length: 21 }, (_, i) => `memo ${i}`).join('\n')), []);
  assert.equal(memosOf(Array.from({ length: 20 }, (_, i) => `memo ${i}`).join('\n')).length, 20);
  assert.deepEqual(memosOf(`milk\n${'a'.repeat(501)}`), []);
});
