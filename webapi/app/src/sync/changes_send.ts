import type { Change, ChangeKind } from './changes';
import type { Outcome } from './changes_queue';
import { ApiError, type Deletion, type Emptying, type Memo } from './model';

/** What of the API changes need. */
export interface ChangeApi {
  addMemo(content: string, key: string): Promise<Memo>;
  editMemo(id: string, content: string, version: number): Promise<Memo>;
  deleteMemo(id: string, version: number): Promise<Deletion>;
  done(id: string, done: boolean, version: number): Promise<Memo>;
  restoreMemo(id: string): Promise<Memo>;
  emptyTrash(): Promise<Emptying>;
}

/** How long after it was asked for the trash may still be emptied, in milliseconds. */
const emptyTrashWithin = 60_000;

/**
 * Sends a change and reads what came of it. A repeat after a lost answer does
 * nothing twice: an add has its key, the others name the version they are based
 * on, and what the server then shows shows whether it was done by an earlier try.
 */
export async function send(api: ChangeApi, change: Change, now: number): Promise<Outcome> {
  try {
    return await attempt(api, change, now);
  } catch (e) {
    const error = e instanceof ApiError ? e : new ApiError(0, 'internal');
    if (error.passing || error.status === 401) return { is: 'later', error };
    return judged(change, error) ?? { is: 'failed', error };
  }
}

async function attempt(api: ChangeApi, change: Change, now: number): Promise<Outcome> {
  const { kind, key, memoId = '', content = '', done = false, version = 0, base } = change;
  switch (kind) {
    case 'add':
      return { is: 'done', memo: await api.addMemo(content, key) };
    case 'edit':
      return { is: 'done', memo: await api.editMemo(memoId, content, version) };
    case 'done':
      return { is: 'done', memo: await api.done(memoId, done, version) };
    case 'restore':
      return { is: 'done', memo: await api.restoreMemo(memoId) };
    case 'delete':
      await api.deleteMemo(memoId, version);
      return base ? { is: 'done', memo: trashed(base, version, now) } : { is: 'gone' };
    case 'purge':
      // A memo that is in the trash only because it was done some days ago is deleted first.
      if ((await api.deleteMemo(memoId, version)).action === 'logical_delete')
        await api.deleteMemo(memoId, version + 1);
      return { is: 'gone' };
    case 'emptyTrash':
      if (now - change.at > emptyTrashWithin) throw new ApiError(409, 'conflict', { reason: 'stale' });
      return { is: 'emptied', ...(await api.emptyTrash()) };
  }
}

/** The memo that a delete has put into the trash. */
function trashed(base: Memo, version: number, now: number): Memo {
  return { ...base, version: version + 1, deleted: true, deletedAt: new Date(now).toISOString() };
}

/** What a refusal means beyond itself; undefined when it is one. */
function judged(change: Change, error: ApiError): Outcome | undefined {
  const { kind, base } = change;
  if (error.status === 404 && /^(delete|purge|restore)$/.test(kind)) return { is: 'gone' };
  if (error.reason === 'in_trash' && base) return trashedMeanwhile(kind, { ...base, deleted: true });
  const theirs = error.memo;
  if (error.status !== 412 || !theirs) return undefined;
  if (comesTo(change, theirs)) return { is: 'done', memo: theirs };
  // Another member may have undone an earlier try: that is not overwritten. A purge cannot be undone.
  const purges = kind === 'purge';
  const unchanged = (purges || change.tries < 2) && theirs.content === base?.content && theirs.deleted === purges;
  return unchanged && theirs.version !== change.version ? { is: 'rebase', memo: theirs } : { is: 'conflict', theirs };
}

/** What becomes of a change of a memo that has come into the trash: there, no memo has to be done any more. */
function trashedMeanwhile(kind: ChangeKind, theirs: Memo): Outcome | undefined {
  if (kind === 'edit') return { is: 'conflict', theirs };
  return kind === 'done' ? { is: 'done', memo: theirs } : undefined;
}

/** Whether the memo is already as the change would make it. */
function comesTo({ kind, content, done }: Change, theirs: Memo): boolean {
  if (kind === 'edit') return theirs.content === content;
  if (kind === 'done') return theirs.deleted || done === !!theirs.doneAt;
  return kind === 'delete' && theirs.deleted;
}
