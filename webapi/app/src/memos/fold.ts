import { oneLine } from '../messages/text';

/** The form of a text in which search compares it, here and on the server: one line, one width, one case, one kana. */
export function fold(text: string): string {
  return oneLine(text.trim())
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 0x60));
}
