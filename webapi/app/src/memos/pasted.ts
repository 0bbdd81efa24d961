import { lengthOf, maxContent, tidy } from '../messages/text';

/** How many memos can be made of pasted lines at once. */
export const most = 200;

/** A memo that a line of a list is. */
export interface Line {
  text: string;
  /** Whether its box is ticked. */
  done: boolean;
}

/** A line that is not empty; mark is what kind of mark was removed, "" for none. */
interface Row extends Line {
  whole: string;
  mark: string;
  /** The number in front of it and the text after that; 0: none. */
  count: number;
  counted: string;
  /** Whether it is the first one, or below an empty line. */
  first: boolean;
}

const rule = /^[-=_*~–—#\s]{3,}$/;
const counted = /^[(（]?([0-9０-９]{1,3})[)）.．、]([^0-9０-９].*)$/;
const circled = /^([①-⑳❶-❿])(.+)$/;
const keycap = /^([0-9])\ufe0f?\u20e3(.+)$/;
const bullet = /^(?:[-*+–—−＊－](?:\s|$)|[-–－]\p{L}|[•・･·‣◦⁃●○■◆◇▪▫▶▸►▼❖➤➢])/u;
const box = /^(?:(\[[ \u3000]?\]|［[ \u3000]?］|[☐□⬜◻🔲])|\[[xX✓✔]\]|［[xXｘ✓✔]］|[☑☒✓✔✅🗹])[\ufe0e\ufe0f]?/u;
const title = /^(?:#{1,6}\s.*|【[^】]*】)$/;

/** The memos that the lines of a text are, and its headings, which are not memos, as models.Lines of the server returns them. */
export function linesOf(text: string): { memos: Line[]; headings: string[] } {
  const rows = rowsOf(text);
  return {
    memos: rows.filter((row, i) => !isHeading(row, rows[i + 1])),
    headings: rows.filter((row, i) => isHeading(row, rows[i + 1])).map(({ whole }) => whole),
  };
}

/** Whether the memos of lines can be added together: at least two, and none of them is too long. */
export function canBeSeveral(memos: readonly Line[]): boolean {
  return memos.length > 1 && memos.every(({ text }) => lengthOf(text) <= maxContent);
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let first = true;
  for (const line of tidy(text).split('\n')) {
    const whole = tidy(line);
    const empty = !whole || rule.test(whole);
    if (!empty) rows.push({ whole, text: whole, mark: '', done: false, first, ...countOf(whole) });
    first = empty;
  }
  const isCounted = counts(rows);
  const squares = text.includes('□'); // beside which a black one is ticked
  for (const row of rows) strip(row, isCounted, squares);
  return rows.filter((row) => row.text);
}

function countOf(line: string): Pick<Row, 'count' | 'counted'> {
  const [, sign, after] = circled.exec(line) ?? [];
  if (sign && after) return { count: sign.charCodeAt(0) - (sign < '❶' ? 0x245f : 0x2775), counted: after.trim() };
  const [, number, rest] = counted.exec(line) ?? keycap.exec(line) ?? [];
  return { count: Number(number?.normalize('NFKC') ?? 0), counted: rest?.trim() ?? '' };
}

/** Whether the numbers in front of lines count them: from 1, which may come again. */
function counts(rows: readonly Row[]): boolean {
  const numbers = rows.map(({ count }) => count).filter(Boolean);
  return numbers.length > 1 && numbers.every((n, i) => n === 1 || n === (numbers[i - 1] ?? 0) + 1);
}

/** Removes the mark of a line. */
function strip(row: Row, isCounted: boolean, squares: boolean): void {
  const black = squares && row.text.startsWith('■');
  if (isCounted && row.count) {
    row.mark = '1';
    row.text = row.counted;
  } else if (black || bullet.test(row.text)) {
    row.mark = black ? '□' : row.text.charAt(0);
    row.text = row.text.slice(1).trim();
    row.done = black;
  }
  const tick = black ? null : box.exec(row.text);
  if (!tick) return;
  row.mark = '□';
  row.text = row.text.slice(tick[0].length).trim();
  row.done = !tick[1];
}

/** Whether a row is a heading of rows below it. */
function isHeading({ whole, text, mark, first }: Row, next: Row | undefined): boolean {
  if (!next) return false;
  if (!mark) return title.test(whole) || /[:：]$/.test(text) || (first && !!next.mark);
  return /[■◆▼]/.test(mark) && !!next.mark && next.mark !== mark;
}
