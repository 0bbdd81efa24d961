import { lengthOf, maxContent, tidy } from '../messages/text';

/** How many memos can be made of pasted lines at once. */
const most = 20;

/** What stands before the items of a list: a bullet, a dash, or a box to tick. */
const bullet = /^(?:[-*+–—](?=\s|$)\s*|[•・‣◦]\s*)?(?:\[[ xX]?\]\s*|[□☐]\s*)?/u;

/**
 * The memos that the lines of a text would be, without the bullets of a list; none if they are fewer than two, too
 * many, or one is too long.
 */
export function memosOf(text: string): string[] {
  const lines = tidy(text)
    .split('\n')
    .map((line) => tidy(line.trim().replace(bullet, '')))
    .filter(Boolean);
  const fit = lines.length > 1 && lines.length <= most && lines.every((line) => lengthOf(line) <= maxContent);
  return fit ? lines : [];
}
