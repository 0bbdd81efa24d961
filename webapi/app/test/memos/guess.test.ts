import assert from 'node:assert/strict';
import { test } from 'vitest';
import { guessHeight } from '../../src/memos/guess';
import type { ListedMemo } from '../../src/sync/changes';

const measures = { perLine: 20, rem: 17 };
const memo = (content: string, more = measures) =>
  Math.round(guessHeight({ kind: 'memo', memo: { content } as ListedMemo }, more));

test('a memo of one line', () => assert.equal(memo('牛乳を買う'), 56));
test('each line more is 26 pixels', () => {
  assert.equal(memo('あ'.repeat(21)), 82);
  assert.equal(memo('土曜の買い物\n・電球'), 82);
  assert.equal(memo('a'.repeat(41)), 82);
  assert.equal(memo('a\n\nb'), 108);
});
test('after six lines there is a button', () => {
  assert.equal(memo('あ'.repeat(120)), 186);
  assert.equal(memo('あ'.repeat(121)), 214);
  assert.equal(memo('あ'.repeat(5000)), 214);
});
test('larger letters', () => assert.ok(memo('a', { perLine: 14, rem: 23 }) > 56));
test('a box that was not measured', () => assert.ok(memo('あいう', { perLine: -3, rem: 17 }) > 56));
test('the other rows', () => {
  assert.deepEqual(
    (['day', 'done', 'new'] as const).map((kind) => guessHeight({ kind }, measures)),
    [32, 44, 22],
  );
});
