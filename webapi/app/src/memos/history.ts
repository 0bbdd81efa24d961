import type { Memo } from '../sync/model';
import { editedAt } from './words';

/** A kind of event in a memo's history. */
export type Deed = 'wrote' | 'edited' | 'finished' | 'returned';

/** An event in a memo's history, with its person and time; userId is "" for an unknown person. */
export interface Entry {
  deed: Deed;
  userId: string;
  at: string;
}

/**
 * The known events of a memo, newest first: that it was written, its last edit, that it is done,
 * and that it was restored or reopened if that came last. The server keeps no more.
 */
export function historyOf(memo: Memo): Entry[] {
  const { userId, timestamp, editedBy, doneAt, doneBy = '', updatedAt = '', updatedBy = '' } = memo;
  const entries: Entry[] = [{ deed: 'wrote', userId, at: timestamp }];
  const edited = editedAt(memo);
  if (edited) entries.push({ deed: 'edited', userId: editedBy ?? updatedBy, at: edited });
  if (doneAt) entries.push({ deed: 'finished', userId: doneBy, at: doneAt });
  if (!memo.deleted && entries.every(({ at }) => at < updatedAt))
    entries.push({ deed: 'returned', userId: updatedBy, at: updatedAt });
  return entries.sort((a, b) => (a.at < b.at ? 1 : -1));
}
