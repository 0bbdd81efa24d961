import assert from 'node:assert/strict';
import { test } from 'vitest';
import { briefly, digitsOf, lengthOf, oneLine, spaced, tidy } from '../../src/messages/text';

const tidied: [string, string, string][] = [
  ['trimmed', '  milk \u3000', 'milk'],
  ['lines', 'milk \u3000\r\n  eggs\r\u2028tea\n', 'milk\n  eggs\n\ntea'],
  ['one empty line in a row', 'milk\n\n \t\n\neggs', 'milk\n\neggs'],
  ['a tab', 'milk\teggs', 'milk eggs'],
  ['NFC', 'か\u3099', 'が'],
  ['nothing', ' \n ', ''],
];
for (const [name, text, want] of tidied) test(`tidy: ${name}`, () => assert.equal(tidy(text), want));

test('length counts code points after NFC', () => {
  assert.equal(lengthOf('😀か\u3099 '), 2);
  assert.equal(lengthOf('あ'.repeat(501)), 501);
});

test('length counts line breaks as they will be kept', () => assert.equal(lengthOf('a\r\n\r\n\r\nb '), 4));

test('a memo in one line', () => assert.equal(oneLine('milk\n\n  eggs'), 'milk eggs'));

test('digits from what was typed', () => {
  assert.equal(digitsOf(' ０４-1７ '), '0417');
  assert.equal(digitsOf('abc'), '');
  assert.equal(spaced('0417'), '0 4 1 7');
});

test('a memo is named by its beginning, in one line', () => {
  assert.equal(briefly('milk'), 'milk');
  assert.equal(briefly('milk\neggs'), 'milk eggs');
  assert.equal(briefly('お茶の葉がもうないので買う'), 'お茶の葉がもうないので買う');
  assert.equal(briefly('お茶の葉がもうないので帰りに買ってきます'), 'お茶の葉がもうないので帰りに買ってきます');
  assert.equal(briefly('お茶の葉がもうないので帰りに買ってきました'), 'お茶の葉がもうないので帰りに買ってきま…');
  assert.equal(briefly('ring the dentist on Monday before twelve'), 'ring the dentist on Monday before twelve');
  assert.equal(briefly('ring the dentist on Monday before eleven.'), 'ring the dentist on Monday before eleve…');
  assert.equal(briefly('😀'.repeat(30)), `${'😀'.repeat(19)}…`);
});
