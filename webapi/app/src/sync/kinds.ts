import { type Change, type ChangeKind, fresh, standing, untouched } from './changes';
import { ApiError, type Deletion, type Earlier, type Emptying, type Memo } from './model';

/** The part of the API that changes need. */
export interface ChangeApi {
  addMemo(content: string, key: string): Promise<Memo>;
  editMemo(id: string, content: string, version: number): Promise<Memo>;
  deleteMemo(id: string, version: number): Promise<Deletion>;
  done(id: string, done: boolean, version: number): Promise<Memo>;
  restoreMemo(id: string): Promise<Memo>;
  emptyTrash(): Promise<Emptying>;
}

/** The person, shown as the author of unsent memos. */
export interface Writer {
  userId: string;
  name: string;
  familyId: string;
}

/** The result of a sent change. gone: the memo was purged; emptied: the memos that the person may purge are gone. */
export type Done = { is: 'done'; memo: Memo } | { is: 'gone' } | ({ is: 'emptied' } & Emptying);

/**
 * How a change continues when the server has the memo in another version. merge: it is sent again, based on that
 * version; conflict: the person chooses between two texts; yield: the other member's change stays.
 */
export type Meeting = 'merge' | 'conflict' | 'yield';

/** One kind of change, as the queue, the lists and the server need it. A new kind is one more entry of kinds. */
interface Kind {
  /** Sends it. */
  send(api: ChangeApi, change: Change, now: number): Promise<Done>;
  /** The memo with the change applied; null: it is gone. */
  apply(memo: Memo, change: Change, writer: Writer): Memo | null;
  /** The memo that the change makes. */
  make?(change: Change, writer: Writer): Memo;
  /** The replacement of the memo's earlier changes and this one; undefined: it follows them. */
  join?(earlier: readonly Change[], change: Change): readonly Change[] | undefined;
  /** Whether the memo is already as the change would make it. */
  comesTo?(change: Change, memo: Memo): boolean;
  /** How it meets a memo that others have changed. mayBeDone: an earlier try may have been done, and undone by another member. */
  meet?(change: Change, theirs: Memo, mayBeDone: boolean): Meeting;
  /** Whether it is done when the memo does not exist any more. */
  ends?: true;
  /** Whether it carries a text, which must not be lost. */
  text?: true;
  /** Whether it sets a field other than the text: it shows although an earlier change waits for the person, whose question stays. */
  field?: true;
}

/** How long after the request the trash may still be emptied, in milliseconds. */
const emptyTrashWithin = 60_000;

/** A field of a memo beside its text. */
interface Field<T> {
  /** The value that a change sets, and that of a memo. */
  wished(change: Change): T;
  present(memo: Memo): T;
  send(api: ChangeApi, change: Change): Promise<Memo>;
  apply: Kind['apply'];
}

/**
 * A change that sets one field. Two changes of the same memo become one, and none if the value is as it was before. Of
 * the values of two members the later one holds: the change's, unless an earlier attempt may have arrived before the
 * other's. A field of more than two values has to show the other value, with a way to bring it back.
 */
function setter<T>({ wished, present, send, apply }: Field<T>): Kind {
  return {
    field: true,
    apply,
    send: async (api, change) => ({ is: 'done', memo: await send(api, change) }),
    join(earlier, change) {
      const last = fieldBefore(earlier, change.kind);
      if (last?.kind !== change.kind || last.state === 'sending') return undefined;
      if (wished(last) === wished(change)) return again(earlier, last);
      if (!untouched(last) || !last.base) return undefined;
      const { key, base, version = 0 } = last;
      return swapped(earlier, last, ...(present(base) === wished(change) ? [] : [{ ...change, key, base, version }]));
    },
    comesTo: (change, memo) => !memo.deleted && wished(change) === present(memo),
    meet: (_, { deleted }, mayBeDone) => (mayBeDone || deleted ? 'yield' : 'merge'),
  };
}

/** The kinds of changes. */
export const kinds: Readonly<Record<ChangeKind, Kind>> = {
  add: {
    text: true,
    send: async (api, { content = '', key }) => ({ is: 'done', memo: await api.addMemo(content, key) }),
    apply: (memo) => memo,
    make: unsent,
  },

  edit: {
    text: true,
    send: async (api, { memoId = '', content = '', version = 0 }) => ({
      is: 'done',
      memo: await api.editMemo(memoId, content, version),
    }),
    apply: (memo, change, writer) => ({ ...memo, ...rewritten(memo, change, writer) }),
    join(earlier, { kind, content = '', base, undoes }) {
      const last = fieldBefore(earlier, kind);
      if (!last || !kinds[last.kind].text) return undefined;
      if (base && base.content !== last.content) return undefined; // written in another tab, before that text was there
      const open = untouched(last) || last.state === 'conflict';
      if (open && last.base?.content === content) return swapped(earlier, last); // it was undone
      const { undoes: _, ...plain } = last;
      return untouched(last) ? swapped(earlier, last, fresh({ ...(undoes ? last : plain), content })) : undefined;
    },
    comesTo: ({ content }, memo) => !memo.deleted && memo.content === content,
    meet({ base, undoes }, theirs, mayBeDone) {
      if (!mayBeDone && !theirs.deleted && theirs.content === base?.content) return 'merge';
      return undoes ? 'yield' : 'conflict';
    },
  },

  done: setter({
    wished: ({ done }) => !!done,
    present: ({ doneAt }) => !!doneAt,
    send: (api, { memoId = '', done = false, version = 0 }) => api.done(memoId, done, version),
    apply: (memo, { at, done }, { userId }) =>
      done ? { ...memo, doneAt: new Date(at).toISOString(), doneBy: userId } : { ...memo, doneAt: '' },
  }),

  delete: {
    ends: true,
    async send(api, { memoId = '', version = 0, base }, now) {
      await api.deleteMemo(memoId, version);
      return base ? { is: 'done', memo: { ...trashed(base, now), version: version + 1 } } : { is: 'gone' };
    },
    apply: (memo, { at }) => trashed(memo, at),
    join(earlier) {
      const last = earlier.at(-1);
      if (earlier[0]?.kind === 'add' && untouched(earlier[0])) return []; // no other person has seen it
      if (last?.kind === 'restore' && untouched(last)) return earlier.slice(0, -1);
      return last?.kind === 'delete' ? again(earlier, last) : undefined;
    },
    comesTo: (_, memo) => memo.deleted,
    meet: (_, __, mayBeDone) => (mayBeDone ? 'yield' : 'merge'), // the other's text is in the trash then
  },

  restore: {
    ends: true, // the memo was deleted permanently
    send: async (api, { memoId = '' }) => ({ is: 'done', memo: await api.restoreMemo(memoId) }),
    apply: (memo) => ({ ...memo, deleted: false, doneAt: '' }),
    join(earlier, change) {
      const last = earlier.at(-1);
      if (!last && change.base && change.version === 0) return addedAgain(change, change.base);
      if (last?.kind === 'delete' && untouched(last)) return earlier.slice(0, -1);
      return last?.kind === 'restore' ? again(earlier, last) : undefined;
    },
  },

  purge: {
    ends: true,
    async send(api, { memoId = '', version = 0 }) {
      // A memo that is in the trash only because it was done some days ago is deleted first.
      if ((await api.deleteMemo(memoId, version)).action === 'logical_delete')
        await api.deleteMemo(memoId, version + 1);
      return { is: 'gone' };
    },
    apply: () => null,
    join(earlier, change) {
      const last = earlier.at(-1);
      if (last?.kind === 'restore' && untouched(last)) return [...earlier.slice(0, -1), change];
      return last?.kind === 'purge' ? again(earlier, last) : undefined;
    },
    meet: ({ base }, theirs) => (theirs.deleted && theirs.content === base?.content ? 'merge' : 'yield'),
  },

  emptyTrash: {
    async send(api, { at }, now) {
      if (now - at > emptyTrashWithin) throw new ApiError(409, 'conflict', { reason: 'stale' });
      return { is: 'emptied', ...(await api.emptyTrash()) };
    },
    apply: () => null,
    join: (earlier, { at }) => {
      const last = earlier.at(-1);
      return last && (standing(last) ? earlier : swapped(earlier, last, fresh({ ...last, at })));
    },
  },
};

/** The last change that set this field of a memo, or another change of the whole memo. */
const fieldBefore = (earlier: readonly Change[], kind: ChangeKind) =>
  earlier.findLast((c) => c.kind === kind || !(kinds[c.kind].field || c.kind === 'edit'));

/** Replaces one of the changes by others. */
const swapped = (earlier: readonly Change[], one: Change, ...by: Change[]) =>
  earlier.flatMap((c) => (c === one ? by : [c]));

/** The same changes, with one sent again if it was refused. */
const again = (earlier: readonly Change[], one: Change) =>
  one.state === 'failed' ? swapped(earlier, one, fresh(one)) : earlier;

/** An unsent memo. */
function unsent({ key, content = '', at }: Change, { userId, familyId, name }: Writer): Memo {
  const timestamp = new Date(at).toISOString();
  return { id: key, userId, familyId, content, timestamp, version: 0, deleted: false, createdByName: name };
}

/** The changes that restore an unsent memo that was deleted here. */
function addedAgain(change: Change, { id, content, timestamp, doneAt }: Memo): readonly Change[] {
  const add: Change = { key: id, kind: 'add', content, at: Date.parse(timestamp), state: 'waiting', tries: 0 };
  return doneAt ? [add, { ...change, kind: 'done', done: true }] : [add];
}

/** The memo as a delete moves it to the trash. */
function trashed(memo: Memo, at: number): Memo {
  return { ...memo, deleted: true, deletedAt: new Date(at).toISOString() };
}

/**
 * The text of an edit, and the earlier text: the one before the first of a row of edits by one person. Restoring the
 * earlier text restores its writer.
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

/** When and by whom a text was written; "" for the text with which the author added the memo. */
const editorOf = (memo: Memo, { at, by }: Earlier): Partial<Memo> =>
  by === memo.userId && at === memo.timestamp ? { editedAt: '', editedBy: '' } : { editedAt: at, editedBy: by };
