import { dropHidden } from './hidden';

/** The longest memo, in code points after trimming and NFC; the server's own limit. */
export const maxContent = 500;

/** The longest name, in code points. */
export const maxName = 50;

/**
 * The form in which the server stores a memo: without hidden characters, trimmed, in NFC, with lines that end without
 * spaces, and at most one empty line in a row.
 */
export function tidy(text: string): string {
  return dropHidden(text)
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]+\n/gu, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/ *\t[\t ]*/g, ' ')
    .trim();
}

/** A memo in one line. */
export function oneLine(text: string): string {
  return text.replace(/\n[\n\p{Zs}]*/gu, ' ');
}

/** The beginning of a memo, to name it by: at most as wide as 20 Japanese or 40 Latin letters. */
export function briefly(text: string): string {
  const all = [...oneLine(text)];
  let room = 40;
  const end = all.findIndex((c) => (room -= c < '\u2000' ? 1 : 2) < 0);
  return end < 0
    ? all.join('')
    : `${all
        .slice(0, end - 1)
        .join('')
        .trimEnd()}…`;
}

/** The length of a tidied text in code points. */
export function lengthOf(text: string): number {
  return [...tidy(text)].length;
}

/** The digits of a text, also full-width ones, as ASCII digits. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/[^0-9]/g, '');
}

/** "1 2 3 4": digits apart, to be read one by one. */
export function spaced(digits: string): string {
  return [...digits].join(' ');
}
