import { effect } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { ListedMemo } from '../sync/changes';
import type { Lists } from '../sync/lists';
import type { List } from './list';
import type { Row } from './rows';
import type { Search } from './search';

/** How long a row moves, in milliseconds: a circle that fills, and then the movement of the style sheet. */
const onTheWay = 250;

/** How many rows move at most. If more change, nothing moves. */
const mostMoving = 6;

/** How many rows above a removed row are remembered as its place. */
const placeDepth = 30;

/** A removed row, and the keys of the rows above it, nearest first. */
export interface Gone {
  row: Row;
  above: readonly string[];
}

/** The rows that moved between two states of a list. */
export interface Moved {
  came: string[];
  gone: Gone[];
}

/**
 * Compares two states of a list. Older memos that follow the last row are not new, an unsent memo that the server now
 * has is the same one, and a fold that opens moves nothing.
 */
export function compare(before: readonly Row[], after: readonly Row[]): Moved {
  const [old, now] = [memosOf(before), memosOf(after)];
  const stays = (key: string) => old.has(key) && now.has(key) && old.get(key)!.folded === now.get(key)!.folded;
  const last = after.findLastIndex(({ key }) => stays(key));
  const came = after.filter(({ kind, key }, i) => kind === 'memo' && i < last && !stays(key));
  const gone = before.flatMap((row, i) => {
    if (row.kind !== 'memo' || stays(row.key)) return [];
    const sent = came.findIndex((other) => isSent(row.memo!, other.memo!));
    if (sent >= 0) came.splice(sent, 1);
    if (sent >= 0) return [];
    const above = before.slice(Math.max(0, i - placeDepth), i).map(({ key }) => key);
    return [{ row, above: above.reverse() }];
  });
  const nothing = came.length + gone.length > mostMoving || opened(before) !== opened(after);
  return nothing ? { came: [], gone: [] } : { came: came.map(({ key }) => key), gone };
}

/** The rows with new ones marked, and removed ones in their former places. */
export function withMoved(rows: readonly Row[], came: ReadonlySet<string>, gone: Iterable<Gone>): Row[] {
  const keys = new Set(rows.map(({ key }) => key));
  const under = new Map<string, Row[]>();
  for (const { row, above } of gone) {
    const place = above.find((key) => keys.has(key)) ?? '';
    under.set(place, [...(under.get(place) ?? []), { ...row, key: `${row.key} gone`, leaving: true }]);
  }
  return [
    ...(under.get('') ?? []),
    ...rows.flatMap((row) => [came.has(row.key) ? { ...row, added: true } : row, ...(under.get(row.key) ?? [])]),
  ];
}

/** The dependencies of Motion. */
export interface MotionNeeds {
  browser: Browser;
  lists: Lists;
  list: List;
  search: Search;
}

/** Animates rows that appear or disappear: new memos, and those that were deleted or done. */
export class Motion {
  private readonly came = new Set<string>();
  private readonly gone = new Map<string, Gone>();

  constructor(private readonly needs: MotionNeeds) {}

  /** Follows the list until the page ends. */
  follow(ended: AbortSignal): void {
    const { list, search, browser } = this.needs;
    const still = browser.matchMedia('(prefers-reduced-motion: reduce)');
    let [rows, query] = [list.rows.peek(), search.query.peek()];
    const stop = effect(() => {
      const [before, asked] = [rows, query];
      rows = list.rows.value;
      query = search.query.value;
      if (before.length > 0 && asked === query && !still.matches) this.move(compare(before, rows));
      this.show();
    });
    ended.addEventListener('abort', stop);
  }

  private move({ came, gone }: Moved): void {
    for (const key of came) this.came.add(key);
    for (const key of came) this.gone.delete(key);
    for (const way of gone) this.gone.set(way.row.key, { ...way, row: this.asItIs(way.row) });
    if (came.length + gone.length === 0) return;
    setTimeout(() => {
      for (const key of came) this.came.delete(key);
      for (const { row } of gone) this.gone.delete(row.key);
      this.show();
    }, onTheWay);
  }

  /** Shows a done row as done while it disappears. */
  private asItIs(row: Row): Row {
    const memo = this.needs.lists.memos.peek().find(({ id }) => id === row.key);
    return memo ? { ...row, memo } : row;
  }

  private show(): void {
    const { list } = this.needs;
    const rows = list.rows.peek();
    const moves = this.came.size + this.gone.size > 0;
    list.moving.value = moves ? { of: rows, rows: withMoved(rows, this.came, this.gone.values()) } : null;
  }
}

const memosOf = (rows: readonly Row[]) => new Map(rows.flatMap((row) => (row.memo ? [[row.key, row]] : [])));

const isSent = (unsent: ListedMemo, { userId, content }: ListedMemo) =>
  unsent.version === 0 && unsent.userId === userId && unsent.content === content;

/** The keys of the open folds. */
const opened = (rows: readonly Row[]) =>
  rows
    .filter(({ open }) => open)
    .map(({ key }) => key)
    .join();
