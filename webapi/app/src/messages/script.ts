/** Kana and han; where there is one, the text is Japanese. */
const japanese = /[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]/;

/** Texts whose letters are all Latin, with at least one. */
const latin = /^\P{L}*(?:\p{Script=Latin}\P{L}*)+$/u;

/** The language of a text by its script, for its lang attribute; undefined if the script does not tell. */
export function langOf(text: string): 'ja' | 'en' | undefined {
  if (japanese.test(text)) return 'ja';
  return latin.test(text) ? 'en' : undefined;
}
