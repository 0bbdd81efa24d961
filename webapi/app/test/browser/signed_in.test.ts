import assert from 'node:assert/strict';
import { test } from 'vitest';
import { signedInHint } from '../../src/browser/signed_in';

test('only a cookie that says so means that there is no session', () => {
  for (const cookie of [
    'signed_in=0',
    'lang=ja; signed_in=0',
    'signed_in=0; lang=ja',
    'a=b;signed_in=0;c=d',
    '__Host-signed_in=0',
    'signed_in=0; __Host-signed_in=0',
  ]) {
    assert.equal(signedInHint(cookie), false, cookie);
  }
  for (const cookie of [
    '',
    'signed_in=1',
    'lang=ja; signed_in=1',
    'not_signed_in=0',
    'signed_in=01',
    'signed_in=',
    'lang=signed_in=0',
    'signed_in=0; signed_in=1',
    'signed_in=1; signed_in=0',
    '__Host-signed_in=1',
    'signed_in=0; __Host-signed_in=1',
  ]) {
    assert.equal(signedInHint(cookie), true, cookie);
  }
});
