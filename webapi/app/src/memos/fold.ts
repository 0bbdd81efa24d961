const kana = (c: string) => String.fromCharCode(c.charCodeAt(0) - 0x60);
const initials = (_: string, before: string, letters: string) => before + letters.replaceAll('.', '');

/** What changes only how the character before it looks: it joins emoji, or selects a variation, a skin tone or a frame. */
const modifiers = /\p{Variation_Selector}|\p{Emoji_Modifier}|\u200d|\u20e3|[\u{e0020}-\u{e007f}]/gu;
const emoji = /[\u{1f000}-\u{1f0ff}\u{1f1e6}-\u{1f1ff}\u{1f300}-\u{1faff}\u2600-\u27bf\u2b00-\u2bff]/u;
const allEmoji = new RegExp(emoji, 'gu');

/** Whether a text has emoji. */
export const hasEmoji = (text: string): boolean => emoji.test(text);

/**
 * The form of a text in which search compares it: one line, width, case and kana, without diacritics, apostrophes and
 * emoji, and with a space for any gap between words in Latin script. The server also knows old forms of kanji.
 */
export function fold(text: string, withEmoji = false): string {
  let folded = text.toLowerCase();
  if (/[^ぁ-んァ-ヶー一-鿿a-z0-9、。「」]/.test(folded)) folded = foldRare(folded, withEmoji);
  return folded.replace(/[\u30a1-\u30f6]/g, kana);
}

function foldRare(text: string, withEmoji: boolean): string {
  let folded = text.normalize('NFKC');
  if (/[^\0-\x7f]/.test(folded)) {
    folded = folded
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replace(modifiers, '');
    if (!withEmoji) folded = folded.replace(allEmoji, ' ');
  }
  return folded
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .replace(/[“”]/g, '"')
    .replace(/(^|[^\p{L}\p{N}.])(\p{L}(?:\.\p{L})+\.?)(?![\p{L}\p{N}])/gu, initials)
    .replaceAll('&', ' and ')
    .replace(/[\s\u2010-\u2015・-]+/g, ' ')
    .trim()
    .replace(/([\u2e80-\u9fff\uf900-\ufaff]) /g, '$1')
    .replace(/ ([\u2e80-\u9fff\uf900-\ufaff])/g, '$1');
}
