import type { Memo, MemoPage } from './model';

/** A loaded page: its start, the requested number of memos, and its memos. */
export interface LoadedPage extends MemoPage {
  cursor: string;
  limit: number;
}

/** Fetches the page at a cursor; returns known itself if it is unchanged. */
export type FetchPage = (cursor: string, limit: number, known?: LoadedPage) => Promise<MemoPage>;

/** Memos on the first page, which is requested most often, and on each later one. */
export const firstLimit = 50;
export const nextLimit = 100;

/** The most pages that are fetched to close gaps. */
const mostBetween = 3;

/**
 * Loads pages again, the first `depth` of them; those after it stay as they are.
 * Each page is asked for by the cursor it began at, so that a memo added on top
 * changes the first page alone. Memos pushed off that page are fetched by a
 * page in between: pages may overlap, and never leave a gap.
 */
export async function reload(
  old: readonly LoadedPage[],
  fetchPage: FetchPage,
  depth = Infinity,
): Promise<readonly LoadedPage[]> {
  const fresh: LoadedPage[] = [];
  let page = await load(old[0] ?? { cursor: '', limit: firstLimit }, fetchPage);
  let rest = old.slice(1);
  for (let between = 0; ; ) {
    fresh.push(page);
    const last = page;
    rest = rest.slice(
      Math.max(
        0,
        rest.findLastIndex((next) => meets(last, next)),
      ),
    );
    const [next] = rest;
    if (!next || !last.nextCursor) break;
    if (meets(last, next) && fresh.length >= depth) return same(old, [...fresh, ...rest]);
    if (meets(last, next)) rest = rest.slice(1);
    else if (++between > mostBetween) break; // too many memos have arrived: the old pages are far away
    page = await load(meets(last, next) ? next : { cursor: last.nextCursor, limit: nextLimit }, fetchPage);
  }
  return same(old, fresh);
}

async function load(page: LoadedPage | { cursor: string; limit: number }, fetchPage: FetchPage): Promise<LoadedPage> {
  const { cursor, limit } = page;
  const known = 'memos' in page ? page : undefined;
  const answer = await fetchPage(cursor, limit, known);
  return known && answer === known ? known : { ...answer, cursor, limit };
}

/** Whether nothing can lie between the end of one page and the beginning of another. */
function meets(page: LoadedPage, next: LoadedPage): boolean {
  if (page.nextCursor === next.cursor) return true;
  const last = page.memos.at(-1);
  const first = next.memos[0];
  if (!last || !first) return false;
  return last.timestamp < first.timestamp || page.memos.some((m) => m.id === first.id);
}

function same(old: readonly LoadedPage[], fresh: LoadedPage[]): readonly LoadedPage[] {
  return fresh.length === old.length && fresh.every((p, i) => p === old[i]) ? old : fresh;
}

/** The person's latest confirmed changes, by memo id, until the lists show them; at: when sent; gone: purged. */
export type OwnChanges = ReadonlyMap<string, { memo: Memo; at: number; gone?: boolean }>;

/** How long the lists may lag behind writes of this page, in milliseconds. */
export const listLag = 10_000;

/** Memos that were loaded together. */
type Loaded = { readonly memos: readonly Memo[] };

/** Every memo of the pages and of the changes made here, in the latest known version. */
export function latest(pages: readonly Loaded[], own: OwnChanges): Map<string, Memo> {
  const found = new Map<string, Memo>();
  for (const page of pages) for (const memo of page.memos) keepLater(found, memo);
  for (const { memo, gone } of own.values()) {
    if (gone) found.delete(memo.id);
    else keepLater(found, memo);
  }
  return found;
}

function keepLater(found: Map<string, Memo>, memo: Memo): void {
  const other = found.get(memo.id);
  if (!other || other.version <= memo.version) found.set(memo.id, memo);
}

/**
 * Forgets the own changes that the lists have caught up with, or had time to.
 * They stay while a page that is not requested again shows an older state.
 */
export function dropListed(own: OwnChanges, pages: readonly Loaded[], now: number): OwnChanges {
  const listed = latest(pages, new Map());
  const open = [...own].filter(([id, { memo, at, gone }]) => {
    const shown = listed.get(id);
    if (!shown) return !gone && now - at < listLag;
    if (shown.version !== memo.version) return shown.version < memo.version;
    return !!gone || (shown.deleted !== memo.deleted && now - at < listLag);
  });
  return open.length === own.size ? own : new Map(open);
}

/** The memos of own changes that a list requested at a time does not show: others have deleted them, or it lags. */
export function unlisted(own: OwnChanges, pages: readonly Loaded[], askedAt: number): Memo[] {
  const listed = latest(pages, new Map());
  return [...own.values()]
    .filter(({ memo, at, gone }) => !gone && !memo.deleted && at < askedAt && !listed.has(memo.id))
    .map(({ memo }) => memo);
}

/** The order of every list: newest first, and always the same among equal times. */
export function newestFirst(a: Memo, b: Memo): number {
  return compare(b.timestamp, a.timestamp) || compare(b.id, a.id);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
