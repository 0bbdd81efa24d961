import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { dropHidden } from '../../src/messages/hidden';

const cases = JSON.parse(readFileSync('../../models/testdata/hidden.json', 'utf8')) as {
  name: string;
  given: string;
  want: string;
}[];

for (const { name, given, want } of cases) {
  test(`hidden characters: ${name}`, () => {
    assert.equal(dropHidden(given), want);
    assert.equal(dropHidden(want), want);
  });
}
