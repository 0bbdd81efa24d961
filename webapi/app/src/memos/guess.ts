import type { Row } from './rows';

/** The facts on which the height of a row depends. */
export interface Measures {
  /** How many wide characters a line of a memo holds. */
  perLine: number;
  /** The size of a memo's letters, in pixels. */
  rem: number;
}

/** How many lines of a memo are shown until it is opened. */
const mostLines = 6;

/** The estimated height of a row in pixels, until it is measured; the numbers are those of list.css and memos.css. */
export function guessHeight({ kind, memo }: Pick<Row, 'kind' | 'memo'>, { perLine, rem }: Measures): number {
  if (kind === 'new') return 22;
  if (!memo) return Math.max(kind === 'day' ? 32 : 44, 7 + 1.2942 * rem);
  const lines = memo.content.split('\n').reduce((sum, line) => sum + linesOf(line, perLine), 0);
  const more = lines > mostLines ? 28 : 0; // the button that shows all of it
  return Math.max(56, 12 + rem * (1.5295 * Math.min(lines, mostLines) + 1.0589) + more);
}

/** How many lines a text without line breaks takes. */
function linesOf(text: string, perLine: number): number {
  const wide = (text.codePointAt(0) ?? 0) >= 0x2e80;
  return Math.max(1, Math.ceil((wide ? text.length : text.length / 2) / Math.max(1, perLine)));
}
