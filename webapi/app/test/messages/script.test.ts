import assert from 'node:assert/strict';
import { test } from 'vitest';
import { langOf } from '../../src/messages/script';

const cases: [string, string | undefined][] = [
  ['牛乳', 'ja'],
  ['ぎゅうにゅう', 'ja'],
  ['ﾐﾙｸ', 'ja'],
  ['milk を買う', 'ja'],
  ['Buy milk, 2 cartons', 'en'],
  ['Café at 8:20', 'en'],
  ['12:30', undefined],
  ['', undefined],
  ['👍', undefined],
  ['购买牛奶', 'zh'],
  ['你好', 'zh'],
  ['鸡蛋和面包', 'zh'],
  ['買牛奶和雞蛋', 'zh-Hant'],
  ['媽媽說下午三點去接他們', 'zh-Hant'],
  ['记得买牛奶', 'zh'],
  ['牛奶', 'zh'], // in both scripts of Chinese
  ['買米', 'ja'], // as Japanese as it is traditional Chinese
  ['國學院 會津 慶應 澤邊 兒玉', 'ja'], // names that keep older characters
  ['学校国会写真医者図書館机灯台号点欠当番来台予約双葉声体万礼号後参叶辞', 'ja'],
  ['長門風馬魚鳥車貝見食言糸金頁歯龍開関発電動時買売', 'ja'],
  ['우유 사기', 'ko'],
  ['Milch kaufen', 'en'], // as English as it is German, by its letters
  ['Grüße an Oma', 'de'],
  ['Müll rausbringen', ''],
  ['süt, yoğurt', ''],
  ['ＴＥＬ', 'en'],
  ['حليب', 'ar'],
  ['شیر بخر', 'fa'],
  ['چای و پنیر', 'fa'],
  ['دودھ اور انڈے', 'ur'],
  ['חלב', 'he'],
  ['นม', 'th'],
  ['молоко', 'ru'],
  ['хліб і олія', 'uk'],
  ['γάλα', 'el'],
  ['दूध', 'hi'],
  ['молоко 2 cartons', 'ru'],
];
for (const [text, language] of cases)
  test(`the language of "${text}" is ${language}`, () => assert.equal(langOf(text), language));

test('the language of the longest text is found at once', () => {
  assert.equal(langOf(`${'a1 '.repeat(200)}д`), 'ru');
});
