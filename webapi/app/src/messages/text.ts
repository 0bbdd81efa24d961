/** The longest memo, in code points after trimming and NFC; the server's own limit. */
export const maxContent = 500;

/** The longest name, in code points. */
export const maxName = 50;

/** A memo as the server will keep it: one line, trimmed, NFC. */
export function tidy(text: string): string {
  return text
    .replace(/\s*[\r\n\t]+\s*/g, ' ')
    .trim()
    .normalize('NFC');
}

/** The length of a text in code points once tidied. */
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

/** The characters that stand for a person: one of a CJK name, else up to two initials. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s・]+/u)
    .filter(Boolean);
  const first = [...(words[0] ?? '?')][0] ?? '?';
  if (words.length < 2 || /[\u3040-\u30ff\u3400-\u9fff]/u.test(name)) return first.toUpperCase();
  return (first + ([...words[words.length - 1]!][0] ?? '')).toUpperCase();
}

/** One of n tones, always the same for the same person. */
export function toneOf(userId: string, n: number): number {
  let hash = 0;
  for (const c of userId) hash = (hash * 31 + c.codePointAt(0)!) % 65521;
  return hash % n;
}
