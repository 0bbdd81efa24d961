import type { ListedMemo } from '../sync/changes';

/** A row of a list: the heading of a day, a memo, the fold over a day's done memos, or the line under the new memos. */
export type RowKind = 'day' | 'memo' | 'done' | 'new';

/** A row of a list. */
export interface Row {
  kind: RowKind;
  /** The unique key of the row; that of a memo is its id. */
  key: string;
  /** A time on the row's day, in Unix milliseconds; for a memo, when it was written. */
  at: number;
  /** The beginning of the day, in Unix milliseconds; 0 in a list without days. */
  day: number;
  memo?: ListedMemo;
  /** The index of the row in its day, from 1, and the number of its rows; the heading does not count. */
  place: number;
  of: number;
  /** The number of done, or new, memos. */
  n?: number;
  /** Whether the fold is open. */
  open?: boolean;
  /** Whether the memo is under the fold of its day. */
  folded?: boolean;
  /** Whether the row has just appeared, or was removed and is only shown while it disappears. */
  added?: boolean;
  leaving?: boolean;
}

/** How the memos of each day are shown. */
export interface Layout {
  /** Whether a memo is under the fold of its day. */
  isFolded(memo: ListedMemo): boolean;
  /** Whether the done memos of a day are shown. */
  isOpen(day: number): boolean;
  /** The id of the memo above the line, or ""; and the number of new memos. */
  newUntil: string;
  fresh: number;
}

/**
 * Whether a memo goes under the fold of its day. A done memo does, unless a change to it
 * waits for its writer's decision.
 */
export const isFolded = ({ doneAt, change }: ListedMemo): boolean =>
  !!doneAt && change?.state !== 'failed' && change?.state !== 'conflict';

/**
 * Rows of memos that are newest first, under a heading for each day of the reader's calendar. With a layout, the done
 * memos of a day are at its end under a fold.
 */
export function rowsByDay(memos: readonly ListedMemo[], layout?: Layout): Row[] {
  const rows: Row[] = [];
  let done: Row[] = []; // the rows of the present day
  let first = 0; // the index of the present day's first row
  let [begin, end] = [0, 0];
  const add = (row: Pick<Row, 'kind' | 'key' | 'at'> & Partial<Row>) =>
    rows.push({ day: begin, place: rows.length - first + 1, of: 0, ...row });
  const finish = () => {
    if (layout && done[0]) {
      const open = layout.isOpen(begin);
      add({ kind: 'done', key: `done ${begin}`, at: done[0].at, n: done.length, open });
      if (open) for (const { place: _, ...row } of done) add(row);
    }
    done = [];
    for (let i = first; i < rows.length; i++) rows[i]!.of = rows.length - first;
  };
  for (const memo of memos) {
    const at = Date.parse(memo.timestamp);
    if (at < begin || at >= end) {
      finish();
      [begin, end] = dayAround(at);
      first = rows.length + 1;
      add({ kind: 'day', key: `#${begin}`, at });
    }
    if (layout?.isFolded(memo)) {
      done.push({ kind: 'memo', key: memo.id, at, day: begin, memo, folded: true, place: 0, of: 0 });
      continue;
    }
    add({ kind: 'memo', key: memo.id, at, memo });
    if (layout?.newUntil === memo.id) add({ kind: 'new', key: 'new', at, n: layout.fresh });
  }
  finish();
  return rows;
}

/** Rows of memos without days, in the same order. */
export function plainRows(memos: readonly ListedMemo[]): Row[] {
  return memos.map((memo, i) => ({
    kind: 'memo',
    key: memo.id,
    at: Date.parse(memo.timestamp),
    day: 0,
    memo,
    place: i + 1,
    of: memos.length,
  }));
}

/** The first moment of a local day and that of the next one; a day may have 23 or 25 hours. */
export function dayAround(at: number): [number, number] {
  const begin = new Date(at);
  begin.setHours(0, 0, 0, 0);
  const end = new Date(begin);
  end.setDate(end.getDate() + 1);
  return [begin.getTime(), end.getTime()];
}

/** The rendered part of a day: its heading if near the view, and its other rows or the height of those left out. */
export interface Block {
  day: number;
  at: number;
  /** The height in pixels of the rows left out above it. */
  gap: number;
  head?: Row;
  parts: (Row | number)[];
}

/** The blocks of the chosen rows, in order of index, and the room below the last one. */
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
    if (row.kind === 'day') block.head = row;
    else block.parts.push(row);
  }
  return { blocks, tail: tops[rows.length]! - tops[end]! };
}
