import type { ListedMemo } from '../sync/changes';

/** A line of a list: the heading of a day, or a memo of it. */
export interface Row {
  /** The memo's id, or the day with a "#". */
  key: string;
  /** The moment in Unix milliseconds by which the line is in its day. */
  at: number;
  /** When the day begins, in Unix milliseconds; 0 in a list without days. */
  day: number;
  memo?: ListedMemo;
  /** Which memo of how many this is among those of its day, from 1. */
  place: number;
  of: number;
}

/** Lines of memos that are newest first, under a heading for each day of the reader's calendar. */
export function rowsByDay(memos: readonly ListedMemo[]): Row[] {
  const rows: Row[] = [];
  let first = 0; // the line of the first memo of the present day
  let [begin, end] = [0, 0];
  const count = () => {
    for (let i = first; i < rows.length; i++) rows[i]!.of = rows.length - first;
  };
  for (const memo of memos) {
    const at = Date.parse(memo.timestamp);
    if (at < begin || at >= end) {
      count();
      [begin, end] = dayAround(at);
      rows.push({ key: `#${begin}`, at, day: begin, place: 0, of: 0 });
      first = rows.length;
    }
    rows.push({ key: memo.id, at, day: begin, memo, place: rows.length - first + 1, of: 0 });
  }
  count();
  return rows;
}

/** Lines of memos without days, in the given order. */
export function plainRows(memos: readonly ListedMemo[]): Row[] {
  return memos.map((memo, i) => ({
    key: memo.id,
    at: Date.parse(memo.timestamp),
    day: 0,
    memo,
    place: i + 1,
    of: memos.length,
  }));
}

/** The first moment of a local day and that of the next one; a day may have 23 or 25 hours. */
function dayAround(at: number): [number, number] {
  const begin = new Date(at);
  begin.setHours(0, 0, 0, 0);
  const end = new Date(begin);
  end.setDate(end.getDate() + 1);
  return [begin.getTime(), end.getTime()];
}

/** A day's part of what is rendered: its heading if that is near the view, and its memos or the room of those left out. */
export interface Block {
  day: number;
  at: number;
  /** The room in pixels that what is left out takes above it. */
  gap: number;
  head?: Row;
  parts: (Row | number)[];
}

/** The blocks of the chosen lines, given by rising index, and the room below the last one. */
export function blocksOf(
  rows: readonly Row[],
  chosen: readonly number[],
  tops: ArrayLike<number>,
): { blocks: Block[]; tail: number } {
  const blocks: Block[] = [];
  let end = 0;
  for (const i of chosen) {
    const row = rows[i]!;
    const gap = tops[i]! - tops[end]!;
    end = i + 1;
    let block = blocks.at(-1);
    if (block?.day !== row.day) {
      block = { day: row.day, at: row.at, gap, parts: [] };
      blocks.push(block);
    } else if (gap > 0) {
      block.parts.push(gap);
    }
    if (row.memo) block.parts.push(row);
    else block.head = row;
  }
  return { blocks, tail: tops[rows.length]! - tops[end]! };
}
