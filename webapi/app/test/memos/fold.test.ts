import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fold, hasEmoji } from '../../src/memos/fold';

const folds: [string, string, string][] = [
  ['case', 'MILK', 'milk'],
  ['width', 'ＭＩＬＫ１', 'milk1'],
  ['half-width kana', 'ｷﾞｭｳﾆｭｳ', 'ぎゅうにゅう'],
  ['katakana', 'ギュウニュウ', 'ぎゅうにゅう'],
  ['both ends', '  milk ', 'milk'],
  ['diacritics', 'Crème brûlée か\u3099', 'creme bruleeが'],
  ['apostrophes', "Mom’s mom's", 'moms moms'],
  ['emoji', '誕生日🎂ケーキ', '誕生日けーき'],
  ['initials', 'U.S.A. and a.m., not 3.5 or Mr. X', 'usa and am, not 3.5 or mr. x'],
  ['an ampersand', 'salt & pepper', 'salt and pepper'],
  ['gaps', 'ice-cream\nice – cream', 'ice cream ice cream'],
  ['gaps in Japanese', '牛乳 と\nカフェ・ラテ', '牛乳とかふぇらて'],
];
for (const [name, text, want] of folds) test(`folded: ${name}`, () => assert.equal(fold(text), want));

test('emoji are kept for a search for one, without their variations', () => {
  assert.deepEqual([fold('a 👍🏽☎️', true), hasEmoji('☎️'), hasEmoji('100%')], ['a 👍☎', true, false]);
});
