import type { Memo, MemoPage } from './api';
import { dayKey } from './time';

/** A page as it was loaded: where it began, and what it held. */
export interface LoadedPage extends MemoPage {
  cursor: string;
}

/** Fetches the page at a cursor; gives known itself back when it is unchanged. */
export type FetchPage = (cursor: string, known?: LoadedPage) => Promise<MemoPage>;

/** One's own latest changes, by memo id, until the list shows them too. */
export type OwnChanges = ReadonlyMap<string, { memo: Memo; at: number }>;

/** How long the list may lag behind one's own writes, in milliseconds. */
export const listLag = 10_000;

/**
 * Loads as many pages again as were loaded. An unchanged first page ends it,
 * unless deep asks for every page.
 */
export async function reload(old: readonly LoadedPage[], fetchPage: FetchPage, deep: boolean): Promise<readonly LoadedPage[]> {
  const fresh: LoadedPage[] = [];
  let cursor = '';
  do {
    const known = old.find((p) => p.cursor === cursor);
    const page = await fetchPage(cursor, known);
    if (page === known && fresh.length === 0 && !deep) return old;
    fresh.push({ ...page, cursor });
    cursor = page.nextCursor;
  } while (cursor && fresh.length < old.length);
  return fresh;
}

/** The live memos, newest first: of the list and of one's own changes, the later version. */
export function liveMemos(pages: readonly LoadedPage[], own: OwnChanges): Memo[] {
  const latest = new Map<string, Memo>();
  for (const memo of pages.flatMap((p) => p.memos)) latest.set(memo.id, memo);
  for (const { memo } of own.values()) {
    const listed = latest.get(memo.id);
    if (!listed || listed.version <= memo.version) latest.set(memo.id, memo);
  }
  return [...latest.values()].filter((m) => !m.deleted).sort((a, b) => order(b.timestamp, a.timestamp));
}

/** Forgets the own changes that the list has caught up with, or had time to. */
export function settle(own: OwnChanges, pages: readonly LoadedPage[], now: number): OwnChanges {
  const listed = new Map(pages.flatMap((p) => p.memos).map((m) => [m.id, m.version]));
  const open = [...own].filter(([id, { memo, at }]) => (listed.get(id) ?? 0) < memo.version && now - at < listLag);
  return open.length === own.size ? own : new Map(open);
}

/** Runs of things that happened on the same local day, in the given order. */
export function byDay<T extends { at: number }>(things: readonly T[]): { day: string; things: T[] }[] {
  const days: { day: string; things: T[] }[] = [];
  for (const thing of things) {
    const day = dayKey(thing.at);
    const last = days.at(-1);
    if (last?.day === day) last.things.push(thing);
    else days.push({ day, things: [thing] });
  }
  return days;
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
