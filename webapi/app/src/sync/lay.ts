import { type Change, type ListedMemo, subject } from './changes';
import { newestFirst } from './feed';
import { arrivedAdds } from './memo_id';
import type { Earlier, Memo } from './model';

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
  const sent = arrivedAdds(lists.memos, changes, writer.userId);
  const about = (change: Change) => sent.get(subject(change)) ?? subject(change);
  const before = changedMemos(lists, new Set(changes.map(about)));
  for (const change of changes.filter(({ key }) => !sent.has(key))) {
    if (change.kind === 'emptyTrash') {
      if (!standing(change)) continue;
      trash = [];
      for (const [id, memo] of touched) if (memo?.deleted) touched.set(id, null);
    } else {
      const id = about(change);
      const memo = touched.has(id) ? touched.get(id)! : (before.get(id) ?? null);
      touched.set(id, laid(memo, change, writer));
    }
  }
  return merge({ memos: lists.memos, trash }, touched);
}

/** The memos with these ids, as the server has them. */
function changedMemos(lists: LaidLists, ids: ReadonlySet<string>): ReadonlyMap<string, ListedMemo> {
  return new Map([...lists.memos, ...lists.trash].filter(({ id }) => ids.has(id)).map((memo) => [memo.id, memo]));
}

/** A memo under one change; null when it is gone. */
function laid(memo: ListedMemo | null, change: Change, writer: Writer): ListedMemo | null {
  const from = change.theirs ?? memo ?? (change.kind === 'add' ? unsent(change, writer) : change.base);
  if (!from || (!memo && change.kind === 'purge')) return null;
  const earlier = memo?.change;
  if (memo && earlier && !standing(earlier) && change.kind !== 'done') return memo; // it is held up until the person decides
  const shown: ListedMemo = { ...from, change };
  const at = new Date(change.at).toISOString();
  switch (change.kind) {
    case 'edit':
      // A disputed text waits for its writer among the live memos, also when the other has deleted the memo.
      return change.state === 'conflict'
        ? { ...shown, deleted: false }
        : { ...shown, ...rewritten(from, change, writer) };
    case 'done':
      return marked(shown, earlier, change, writer);
    case 'delete':
      return standing(change) ? { ...shown, deleted: true, deletedAt: at } : shown;
    case 'restore':
      return standing(change) ? { ...shown, deleted: false, doneAt: '' } : shown;
    case 'purge':
      return standing(change) ? null : shown;
    default:
      return shown;
  }
}

/** A memo that is marked as done, or no longer is; earlier is the change that was shown with it before. */
function marked(shown: ListedMemo, earlier: Change | undefined, change: Change, { userId }: Writer): ListedMemo {
  const memo = earlier && outweighs(earlier) ? { ...shown, change: earlier } : shown;
  if (!standing(change)) return memo;
  return change.done ? { ...memo, doneAt: new Date(change.at).toISOString(), doneBy: userId } : { ...memo, doneAt: '' };
}

/** Whether an earlier change of a memo stays the one that is shown with it, when the memo is marked as done after it. */
const outweighs = (change: Change) => change.kind === 'add' || !standing(change);

/**
 * The text of an edit, and the text before it: that before the first of a row of edits by one person. The text before
 * comes back with its writer.
 */
function rewritten(memo: Memo, { content = memo.content, at }: Change, { userId }: Writer): Partial<Memo> {
  if (content === memo.content) return {};
  const present = { content: memo.content, at: memo.editedAt || memo.timestamp, by: memo.editedBy || memo.userId };
  if (content === memo.before?.content) return { content, ...editorOf(memo, memo.before), before: present };
  return {
    content,
    editedAt: new Date(at).toISOString(),
    editedBy: userId,
    before: memo.before && memo.editedBy === userId ? memo.before : present,
  };
}

/** When and by whom a text was written; "" for that with which the author added the memo. */
const editorOf = (memo: Memo, { at, by }: Earlier): Partial<Memo> =>
  by === memo.userId && at === memo.timestamp ? { editedAt: '', editedBy: '' } : { editedAt: at, editedBy: by };

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
