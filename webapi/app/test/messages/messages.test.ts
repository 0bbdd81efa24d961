import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { catalogues, pickLanguage } from '../../src/messages';

const { ja, en } = catalogues;
const keys = Object.keys(ja) as (keyof typeof ja)[];

test('both languages say the same things', () => {
  assert.deepEqual(Object.keys(en).sort(), [...keys].sort());
  for (const key of keys) assert.equal(typeof en[key], typeof ja[key], key);
});

/** The sentences whose first argument is a number, and those with a name and a number. */
const numbered = /^(charactersLeft|secondsLeft|members|echoMemos|trashKept|newMemos|keyDays)$/;
const namedAndNumbered = /^(joined|echoAdded|emptied|membersRemoved)$/;

test('no sentence is empty, and each shows what it is given', () => {
  for (const [language, catalogue] of Object.entries(catalogues)) {
    for (const [key, message] of Object.entries(catalogue)) {
      const given = numbered.test(key) ? [7, 8] : namedAndNumbered.test(key) ? ['Aoki', 7] : ['Aoki', '17:05'];
      const text = typeof message === 'string' ? message : (message as (...args: unknown[]) => string)(...given);
      assert.notEqual(text.trim(), '', `${language} ${key}`);
      if (typeof message === 'function') {
        for (const arg of given.slice(0, message.length))
          assert.ok(text.includes(String(arg)), `${language} ${key}: ${text}`);
      }
    }
  }
});

test('every sentence is used', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((f) => /\.tsx?$/.test(f));
  const source = files.map((f) => readFileSync(join('src', f), 'utf8')).join('\n');
  const unused = keys.filter((key) => !new RegExp(`\\bt\\.${key}\\b`).test(source));
  assert.deepEqual(unused, []);
});

test('counts agree with their nouns', () => {
  assert.equal(en.charactersLeft(1), '1 character left');
  assert.equal(en.charactersLeft(-2), '2 characters too many');
  assert.equal(en.joined('Taro’s family', 1), 'You joined Taro’s family. 1 memo came along.');
  assert.equal(en.joined('Taro’s family', 0), 'You joined Taro’s family.');
  assert.equal(ja.joined('太郎さんの家族', 3), '太郎さんの家族に参加しました。メモ3件もいっしょです。');
  assert.equal(ja.charactersLeft(-1), '1文字多い');
});

test('what is said to an Echo are the phrases that the skill knows', () => {
  assert.deepEqual(
    [ja.alexaOpen, ja.alexaJoin('1234'), ja.echoConnect, ja.echoNameRoom],
    [
      'アレクサ、家族ボイスメモを開いて',
      'アレクサ、家族ボイスメモを開いて、招待コード 1234 で参加',
      'アカウントにつなぐ',
      'このエコーは台所',
    ],
  );
  assert.deepEqual(
    [en.alexaOpen, en.alexaJoin('1234'), en.echoConnect, en.echoNameRoom],
    [
      'Alexa, open family voice memo',
      'Alexa, open family voice memo and join with code 1234',
      'connect to a family',
      'this echo is in the kitchen',
    ],
  );
});

test('an Echo is named without the respect due to a person', () => {
  assert.deepEqual(
    [ja.arrived('花子'), ja.arrived('エコー', true)],
    ['花子さんが家族に加わりました。', 'エコーが家族に加わりました。'],
  );
  assert.deepEqual([ja.wantsIn('花子'), ja.wantsIn('エコー', true)], ['花子さんが参加を希望', 'エコーが参加を希望']);
});

test('the owner of a family has one name', () => {
  for (const sentence of Object.values(ja)) assert.doesNotMatch(String(sentence), /当主/);
});

const languages: [string[], string][] = [
  [['ja-JP', 'en'], 'ja'],
  [['en-US', 'ja'], 'en'],
  [['fr', 'JA'], 'ja'],
  [['fr'], 'en'],
  [['jam'], 'en'],
  [[], 'en'],
];
for (const [wanted, language] of languages) {
  test(`language for [${wanted.join(' ')}]`, () => assert.equal(pickLanguage(wanted), language));
}
