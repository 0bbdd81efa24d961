import assert from 'node:assert/strict';
import { test } from 'vitest';
import { differences, type Piece } from '../../src/memos/differences';

const shown = (pieces: readonly Piece[]) => pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');

const cases: [string, string, string, string, string][] = [
  [
    'words',
    'Curry on Friday, we need carrots and rice',
    'Curry on Sunday, we need carrots',
    'Curry on [Friday], we need carrots [and rice]',
    'Curry on [Sunday], we need carrots',
  ],
  [
    'Japanese without spaces',
    '今夜はカレー。にんじんと福神漬け',
    '今夜はシチュー。にんじんが足りない',
    '今夜は[カレー]。にんじん[と福神漬け]',
    '今夜は[シチュー]。にんじん[が足りない]',
  ],
  ['emoji that are joined', '👨‍👩‍👧 5時', '👨‍👩‍👦 5時', '[👨‍👩‍👧] 5時', '[👨‍👩‍👦] 5時'],
  ['lines', '牛乳\n卵', '牛乳\nパン\n卵', '牛乳\n卵', '牛乳\n[パン]\n卵'],
  ['nothing in common', 'yes', 'いいえ', '[yes]', '[いいえ]'],
  ['nothing else', 'tea', 'tea', 'tea', 'tea'],
];
for (const [name, one, other, mine, theirs] of cases) {
  test(`differences: ${name}`, () => assert.deepEqual(differences(one, other).map(shown), [mine, theirs]));
}

test('differences: no character is left out, whatever the texts are', () => {
  const texts = ['', 'é́x ', '\u0301x', '🇯🇵🇫🇷', 'ไทย ไทย', '葛󠄀城', 'a\n\nb', '한국어 العربية'];
  for (const one of texts)
    for (const other of texts)
      assert.deepEqual(
        differences(one, other).map((pieces) => pieces.map(({ text }) => text).join('')),
        [one, other],
      );
});
