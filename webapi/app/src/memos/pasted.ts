import { dropHidden } from '../messages/hidden';
import { lengthOf, maxContent, tidy } from '../messages/text';

/** How many memos can be made of pasted lines at once. */
export const most = 200;

/** A memo made from a line of a list. */
export interface Line {
  text: string;
  /** Whether its box is ticked. */
  done: boolean;
}

/** A line that is not empty; mark is the kind of list mark removed, "" for none. */
interface Row extends Line {
  whole: string;
  /** The lines below it that belong to the same memo. */
  more: string[];
  mark: string;
  indent: number;
  /** The list mark as a number, a letter, a Roman numeral and a kanji, 0 for none; and the text after it. */
  counts: number[];
  counted: string;
  /** Whether it is the first one, or below an empty line. */
  first: boolean;
}

const rule = /^[-=_*~–—#\s]{3,}$/;
const counted = /^[(（]?([0-9０-９]{1,3})[)）.．、]([^0-9０-９].*)$/;
const lettered = /^[(（]?([a-z]{1,5}|[一二三四五六七八九十]{1,3})[)）.．、](.+)$/;
const circled = /^([①-⑳❶-❿])(.+)$/;
const keycap = /^([0-9])\ufe0f?\u20e3(.+)$/;
const bullet = /^(?:[-*+–—−＊－](?:\s|$)|[-–－]\p{L}|[o§]\t|[•・･·‣◦⁃●○■◆◇▪▫▶▸►▼❖➤➢])/u;
const box =
  /^(?:(\[[ \u3000]?\]|［[ \u3000]?］|[☐□⬜◻🔲✗✘]|FALSE\t)|(☒)|\[[xX✓✔]\]|［[xXｘ✓✔]］|[☑✓✔✅🗹]|TRUE\t)[\ufe0e\ufe0f]?/u;
const struck = /^~~(.+)~~$/;
const title = /^(?:#{1,6}\s.*|【[^】]*】)$/;
const signs = [
  'a b c d e f g h i j k l m n o p q r s t u v w x y z',
  'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx',
  '一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十',
].map((kind) => kind.split(' '));

/** The indentation from which a line of a memo does not begin another memo; in Markdown it also begins no list. */
const deep = ' '.repeat(6);

/** A memo as an item of a list, which linesOf reads as the same memo. */
export function itemOf({ text, done }: Line, boxed: boolean): string {
  const [first = '', ...more] = text.split('\n');
  const head = done && struck.test(first) ? `~~${first}~~` : first;
  const rest = more.map((line) => line && `${/^\s/.test(line) || begins(line) ? deep : '  '}${line}`);
  return [`- ${boxed ? `[${done ? 'x' : ' '}] ` : ''}${head}`, ...rest].join('\n');
}

/** Whether a memo has to be in a list with boxes: it is done, or would be read as another memo without a box. */
export function needsBox({ text, done }: Line): boolean {
  const [first = ''] = text.split('\n');
  const read = linesOf(`- ${first}`).memos[0];
  return done || !read || read.done || read.text !== first;
}

/** The memos and the headings of the lines of a text, as models.Lines of the server returns them. */
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
  for (const line of dropHidden(text).split(/\r\n?|[\n\u0085\u2028\u2029]/)) {
    const bare = line.trim();
    const last = rows.at(-1);
    const part = last && partOf(line, last);
    const empty = !bare || (!part && rule.test(bare));
    if (part) last.more.push(...(first ? ['', part] : [part]));
    else if (!empty)
      rows.push({
        whole: tidy(bare),
        text: bare,
        more: [],
        mark: '',
        done: false,
        indent: indentOf(line),
        first,
        ...countOf(bare),
      });
    first = empty;
  }
  const kind = [0, 1, 2, 3].findIndex((i) => isCounted(rows, i));
  const squares = text.includes('□'); // with a black box in the same list this one is not ticked
  const ticks = /[☑✓✔✅🗹]/u.test(text); // with a cross in the same list this one is not ticked
  for (const row of rows) strip(row, kind, squares, ticks);
  return rows.filter((row) => row.text);
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** Whether a line has a possible mark. */
const begins = (line: string) =>
  rule.test(line) || bullet.test(line) || box.test(line) || countOf(line).counts.some((n) => n > 0);

/**
 * The text that a line adds to the memo above: the line is indented below a mark, and has no mark or is indented
 * deeply; "" if it adds none.
 */
function partOf(line: string, { whole, indent }: Row): string {
  const bare = line.trim();
  if (indentOf(line) <= indent || !begins(whole)) return '';
  if (indent === 0 && line.startsWith(deep)) return line.slice(deep.length).trimEnd();
  return begins(bare) ? '' : bare;
}

function countOf(line: string): Pick<Row, 'counts' | 'counted'> {
  const [, sign, after] = circled.exec(line) ?? [];
  if (sign && after) return { counts: [sign.charCodeAt(0) - (sign < '❶' ? 0x245f : 0x2775)], counted: after.trim() };
  const [, number = '', rest = ''] = counted.exec(line) ?? keycap.exec(line) ?? lettered.exec(line) ?? [];
  const counts = [Number(number.normalize('NFKC')) || 0, ...signs.map((kind) => kind.indexOf(number) + 1)];
  return { counts, counted: rest.trim() };
}

/**
 * Whether the signs of one kind count lines: numbers from 1, also repeated, and others if each line has one, and they
 * are not days: "24. December" above "25. December".
 */
function isCounted(rows: readonly Row[], kind: number): boolean {
  const counted = rows.filter(({ counts }) => counts[kind]);
  const numbers = counted.map(({ counts }) => counts[kind] ?? 0);
  const [from = 0] = numbers;
  if (numbers.length < 2 || (kind > 0 && from > 1)) return false;
  if (kind === 0 && from === 1) return numbers.every((n, i) => n === 1 || n === (numbers[i - 1] ?? 0) + 1);
  return (
    numbers.every((n, i) => n === from + i) &&
    rows.every(({ first, counts }) => first || counts[kind]) &&
    new Set(counted.map((row) => row.counted.split(/\s/)[0])).size > 1
  );
}

/** Removes the mark of a line. */
function strip(row: Row, kind: number, squares: boolean, ticks: boolean): void {
  const black = squares && row.text.startsWith('■');
  if (row.counts[kind]) {
    row.mark = '1';
    row.text = row.counted;
  } else if (black || bullet.test(row.text)) {
    row.mark = black ? '□' : row.text.charAt(0);
    row.text = row.text.slice(1).trim();
    row.done = black;
  }
  const tick = black ? null : box.exec(row.text);
  if (tick) {
    row.mark = '□';
    row.text = row.text.slice(tick[0].length).trim();
    row.done = !tick[1] && !(tick[2] && ticks);
  }
  const [, under] = (row.done || row.mark !== '□' ? struck.exec(row.text) : null) ?? [];
  if (under) row.done = true;
  row.text = tidy([under ?? row.text, ...row.more].join('\n'));
}

/** Whether a row is a heading of rows below it. */
function isHeading({ whole, text, mark, first }: Row, next: Row | undefined): boolean {
  if (!next) return false;
  if (!mark) return title.test(whole) || /[:：]$/.test(text) || (first && !!next.mark);
  return /[■◆▼]/.test(mark) && !!next.mark && next.mark !== mark;
}
