/** Texts whose letters are all Latin, with at least one, and without a mark, except that of é in café. */
const english = /^(?!.*[À-ÈÊ-ÖØ-èê-öø-ɏḀ-ỿ])\P{L}*(?:\p{Script=Latin}\P{L}*)+$/su;

/**
 * Characters that only Chinese has and only in its traditional script. Characters of Japanese names, such as 國, are not
 * among them.
 */
const traditional = /[們這嗎麼沒說媽妳幫點雞豬蘋腳褲襪繳鑰唔嘅咗喺佢啲]/;

/**
 * Characters that only Chinese has, and among them the blocks of simplified radicals, such as 讠 and 钅; no Japanese
 * text has them.
 */
const chinese =
  /[\u7ea0-\u7f35\u89c1-\u89d1\u8ba0-\u8c36\u8d1d-\u8d5b\u8f66-\u8f9a\u9485-\u9576\u95e8-\u9616\u9875-\u98a7\u98ce-\u98de\u9965-\u9995\u9a6c-\u9aa7\u9c7c-\u9ce3\u9e1f-\u9e74\u9f7f-\u9f8c你您她它们咱奶爸很找吧晚咖垃吗呢么这还让过进远动务时东书为头妈爷对开关发电处办无汤买卖]/;

/**
 * Languages by letters found only in their texts; the first match is the language. Where several have the same letters,
 * it is the one that families who use this page are most likely to write, and "" for Latin letters that English lacks:
 * then the reader's own voice is better than a wrong one.
 */
const languages: [string, RegExp][] = [
  ['en', english],
  ['ja', /[\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f]/],
  ['ko', /\p{Script=Hangul}/u],
  ['zh-Hant', traditional],
  ['zh', chinese],
  ['ja', /[\u3005-\u3007\u3400-\u9fff\uf900-\ufaff]/],
  ['ur', /[ٹڈڑںے]/],
  ['fa', /[پچژگکی]/],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['th', /\p{Script=Thai}/u],
  ['uk', /[іїєґ]/i],
  ['ru', /\p{Script=Cyrillic}/u],
  ['el', /\p{Script=Greek}/u],
  ['hi', /\p{Script=Devanagari}/u],
  ['de', /ß/i],
  ['', /\p{Script=Latin}/u],
];

/** The language of a text by its script, for its lang attribute: "" if the script is ambiguous, undefined without letters. */
export function langOf(text: string): string | undefined {
  return languages.find(([, letters]) => letters.test(text))?.[0];
}
