import { type Change, type ListedMemo, standing, subject } from './changes';
import { newestFirst } from './feed';
import { kinds, type Writer } from './kinds';
import { listedAdds } from './memo_id';
import type { Memo } from './model';

/** The two lists, newest first. */
export interface OverlaidLists {
  memos: readonly ListedMemo[];
  trash: readonly ListedMemo[];
}

/** Splits the server's memos into the live ones and the trash. */
export function split(memos: Iterable<Memo>): OverlaidLists {
  const all = [...memos].sort(newestFirst);
  return { memos: all.filter((m) => !m.deleted), trash: all.filter((m) => m.deleted) };
}

/**
 * Applies the unsent changes to the lists. A memo whose change failed or conflicts
 * is shown as the server has it, beside the change; only an unsent memo and an
 * edit that failed keep showing what was written. A memo that the list has before its
 * add is answered keeps the id it was shown with.
 */
export function overlay(lists: OverlaidLists, changes: readonly Change[], writer: Writer): OverlaidLists {
  if (changes.length === 0) return lists;
  const newest = lists.memos[0];
  const touched = new Map<string, ListedMemo | null>();
  let trash = lists.trash;
  const keys = listedAdds(lists.memos, changes, writer.userId);
  const unanswered = new Set(keys.values());
  const memos =
    keys.size > 0 ? lists.memos.map((memo) => ({ ...memo, id: keys.get(memo.id) ?? memo.id })) : lists.memos;
  const about = (change: Change) => keys.get(subject(change)) ?? subject(change);
  const before = changedMemos({ memos, trash }, new Set(changes.map(about)));
  for (const change of changes.filter(({ key }) => !unanswered.has(key))) {
    if (change.kind === 'emptyTrash') {
      if (!standing(change)) continue;
      trash = [];
      for (const [id, memo] of touched) if (memo?.deleted) touched.set(id, null);
    } else {
      const id = about(change);
      const memo = touched.has(id) ? touched.get(id)! : (before.get(id) ?? null);
      touched.set(id, overlaid(memo, change, writer, newest));
    }
  }
  return merge({ memos, trash }, touched);
}

/** The memos with these ids, as the server has them. */
function changedMemos(lists: OverlaidLists, ids: ReadonlySet<string>): ReadonlyMap<string, ListedMemo> {
  return new Map([...lists.memos, ...lists.trash].filter(({ id }) => ids.has(id)).map((memo) => [memo.id, memo]));
}

/** A memo with one change applied; null when it is gone. */
function overlaid(memo: ListedMemo | null, change: Change, writer: Writer, newest?: Memo): ListedMemo | null {
  const { field, text, apply, make } = kinds[change.kind];
  const from = change.theirs ?? memo ?? notBefore(newest, make?.(change, writer)) ?? change.base;
  if (!from) return null;
  const earlier = memo?.change;
  const heldUp = !!earlier && !standing(earlier);
  if (heldUp && !field) return memo; // until the person decides
  const shown = { change: field && (heldUp || earlier?.kind === 'add') ? earlier : change };
  // A conflicting text waits for its writer among the live memos, also when the other member has deleted the memo.
  if (change.state === 'conflict') return { ...from, ...shown, deleted: false };
  if (!standing(change) && !text) return { ...from, ...shown };
  const after = apply(from, change, writer);
  return after && { ...after, ...shown };
}

/** A memo that is still to be sent, after all others, as the server will have it. */
function notBefore(newest: Memo | undefined, memo: Memo | undefined): Memo | undefined {
  if (!newest || !memo || memo.timestamp > newest.timestamp) return memo;
  return { ...memo, timestamp: new Date(Date.parse(newest.timestamp) + 1).toISOString() };
}

/** Moves the changed memos to their places, without sorting the others again. */
function merge(lists: OverlaidLists, touched: ReadonlyMap<string, ListedMemo | null>): OverlaidLists {
  const all = split([...touched.values()].filter((m) => m !== null));
  const rest = (list: readonly ListedMemo[]) => list.filter((m) => !touched.has(m.id));
  return { memos: zip(rest(lists.memos), all.memos), trash: zip(rest(lists.trash), all.trash) };
}

/** Merges two sorted lists. */
function zip(long: readonly ListedMemo[], short: readonly ListedMemo[]): ListedMemo[] {
  const merged: ListedMemo[] = [];
  let next = 0;
  for (const memo of long) {
    while (next < short.length && newestFirst(short[next]!, memo) < 0) merged.push(short[next++]!);
    merged.push(memo);
  }
  return [...merged, ...short.slice(next)];
}
