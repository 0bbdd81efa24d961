import { type Change, type ListedMemo, subject } from './changes';
import { newestFirst } from './feed';
import type { Memo } from './model';

/** The two lists, newest first. */
export interface LaidLists {
  memos: readonly ListedMemo[];
  trash: readonly ListedMemo[];
}

/** Parts what the server has into the live memos and the trash. */
export function part(memos: Iterable<Memo>): LaidLists {
  const all = [...memos].sort(newestFirst);
  return { memos: all.filter((m) => !m.deleted), trash: all.filter((m) => m.deleted) };
}

/** Who writes here; what an unsent memo shows as its author. */
export interface Writer {
  userId: string;
  name: string;
  familyId: string;
}

/**
 * Lays the unsent changes over the lists. What has failed or is disputed
 * is shown as the server has it, beside the change; only an unsent memo and an
 * edit that failed keep showing what was written.
 */
export function lay(lists: LaidLists, changes: readonly Change[], writer: Writer): LaidLists {
  if (changes.length === 0) return lists;
  const touched = new Map<string, ListedMemo | null>();
  let trash = lists.trash;
  const before = changedMemos(lists, changes);
  for (const change of changes) {
    if (change.kind === 'emptyTrash') {
      if (!standing(change)) continue;
      trash = [];
      for (const [id, memo] of touched) if (memo?.deleted) touched.set(id, null);
    } else {
      const id = subject(change);
      touched.set(id, laid(touched.has(id) ? touched.get(id)! : (before.get(id) ?? null), change, writer));
    }
  }
  return merge({ memos: lists.memos, trash }, touched);
}

/** The memos that the changes are about, by id, as the server has them. */
function changedMemos(lists: LaidLists, changes: readonly Change[]): ReadonlyMap<string, ListedMemo> {
  const ids = new Set(changes.map(subject));
  return new Map([...lists.memos, ...lists.trash].filter(({ id }) => ids.has(id)).map((memo) => [memo.id, memo]));
}

/** A memo under one change; null when it is gone. */
function laid(memo: ListedMemo | null, change: Change, writer: Writer): ListedMemo | null {
  const from = change.theirs ?? memo ?? (change.kind === 'add' ? unsent(change, writer) : change.base);
  if (!from || (!memo && change.kind === 'purge')) return null;
  const shown: ListedMemo = { ...from, change };
  switch (change.kind) {
    case 'edit':
      // A disputed text waits for its writer among the live memos, also when the other has deleted the memo.
      return change.state === 'conflict'
        ? { ...shown, deleted: false }
        : { ...shown, content: change.content ?? from.content };
    case 'delete':
      return standing(change) ? { ...shown, deleted: true, deletedAt: new Date(change.at).toISOString() } : shown;
    case 'restore':
      return standing(change) ? { ...shown, deleted: false, doneAt: '' } : shown;
    case 'purge':
      return standing(change) ? null : shown;
    default:
      return shown;
  }
}

/** Whether a change is still expected to happen by itself. */
const standing = (change: Change) => change.state === 'waiting' || change.state === 'sending';

function unsent(change: Change, writer: Writer): Memo {
  return {
    id: change.key,
    userId: writer.userId,
    familyId: writer.familyId,
    content: change.content ?? '',
    timestamp: new Date(change.at).toISOString(),
    version: 0,
    deleted: false,
    createdByName: writer.name,
  };
}

/** Puts the touched memos into their places, without sorting the others again. */
function merge(lists: LaidLists, touched: ReadonlyMap<string, ListedMemo | null>): LaidLists {
  const all = part([...touched.values()].filter((m) => m !== null));
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
