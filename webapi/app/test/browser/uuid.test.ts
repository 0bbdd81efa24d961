import assert from 'node:assert/strict';
import { test } from 'vitest';
import { uuidv7 } from '../../src/browser/uuid';

test('the example of RFC 9562, appendix A.6', () => {
  const random = Uint8Array.from([0, 0, 0, 0, 0, 0, 0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f]);
  assert.equal(uuidv7(0x017f22e279b0, random), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
});

test('a later one sorts later', () => assert.ok(uuidv7(1_700_000_000_000) < uuidv7(1_700_000_000_001)));

test('no two are the same', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => uuidv7(1_700_000_000_000))).size, 1000);
});
