import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { canBeSeveral, linesOf } from '../../src/memos/pasted';

const cases = JSON.parse(readFileSync('../../models/testdata/lines.json', 'utf8')) as {
  name: string;
  text: string;
  memos: string[];
  done?: string[];
  headings?: string[];
}[];

for (const { name, text, memos, done = [], headings = [] } of cases) {
  test(`lines: ${name}`, () => {
    const lines = linesOf(text);
    assert.deepEqual(
      lines.memos.map((line) => line.text),
      memos,
    );
    assert.deepEqual(
      lines.memos.filter((line) => line.done).map((line) => line.text),
      done,
    );
    assert.deepEqual(lines.headings, headings);
  });
}

test('one line, and lines of which one is too long, are not several memos', () => {
  const several = (text: string) => canBeSeveral(linesOf(text).memos);
  assert.equal(several('milk\n\n - '), false);
  assert.equal(several(`milk\n${'a'.repeat(501)}`), false);
  assert.equal(several(`milk\n${'a'.repeat(500)}`), true);
});
