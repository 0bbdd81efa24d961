import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitsOf, initials, lengthOf, spaced, tidy, toneOf } from '../../src/messages/text';

const tidied: [string, string, string][] = [
  ['trimmed', '  milk \u3000', 'milk'],
  ['one line', 'milk\r\n  eggs\n', 'milk eggs'],
  ['a tab', 'milk\teggs', 'milk eggs'],
  ['NFC', 'か\u3099', 'が'],
  ['nothing', ' \n ', ''],
];
for (const [name, text, want] of tidied) test(`tidy: ${name}`, () => assert.equal(tidy(text), want));

test('length counts code points after NFC', () => {
  assert.equal(lengthOf('😀か\u3099 '), 2);
  assert.equal(lengthOf('あ'.repeat(501)), 501);
});

test('digits from what was typed', () => {
  assert.equal(digitsOf(' ０４-1７ '), '0417');
  assert.equal(digitsOf('abc'), '');
  assert.equal(spaced('0417'), '0 4 1 7');
});

const names: [string, string][] = [
  ['太郎', '太'],
  ['山田 太郎', '山'],
  ['John Smith', 'JS'],
  ['ana maria lopez', 'AL'],
  ['taro', 'T'],
  ['😀 face', '😀F'],
  ['', '?'],
];
for (const [name, want] of names) test(`initials of "${name}"`, () => assert.equal(initials(name), want));

test('a person keeps the tone', () => {
  for (const id of ['u1', '108', 'amzn1.ask.account.X']) {
    assert.equal(toneOf(id, 6), toneOf(id, 6));
    assert.ok(toneOf(id, 6) >= 0 && toneOf(id, 6) < 6);
  }
});
