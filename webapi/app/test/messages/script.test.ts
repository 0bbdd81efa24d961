import assert from 'node:assert/strict';
import { test } from 'node:test';
import { langOf } from '../../src/messages/script';

const cases: [string, 'ja' | 'en' | undefined][] = [
  ['牛乳', 'ja'],
  ['ぎゅうにゅう', 'ja'],
  ['ﾐﾙｸ', 'ja'],
  ['milk を買う', 'ja'],
  ['Buy milk, 2 cartons', 'en'],
  ['Café at 8:20', 'en'],
  ['12:30', undefined],
  ['', undefined],
  ['👍', undefined],
  ['حليب', undefined],
  ['молоко', undefined],
  ['молоко 2 cartons', undefined],
];
for (const [text, language] of cases)
  test(`the language of "${text}" is ${language}`, () => assert.equal(langOf(text), language));

test('the language of the longest text is found at once', () => {
  assert.equal(langOf(`${'a1 '.repeat(200)}д`), undefined);
});
