import type { Messages } from '../messages';
import type { ListedMemo } from '../sync/changes';

/**
 * When the text of a memo was last changed; undefined if it never was. An earlier version of the server did not
 * keep that: there a second version is an edit, unless it is the mark that the memo is done; what was restored or
 * reopened has a third one.
 */
export function editedAt(memo: ListedMemo): string | undefined {
  const { updatedAt, doneAt, deleted, version, change } = memo;
  if (memo.editedAt || memo.before) return memo.editedAt || undefined;
  if (change?.kind === 'done') return undefined; // the second version is the mark that is being undone
  return version === 2 && !deleted && !doneAt ? updatedAt : undefined;
}

/** The state of a memo towards the server. */
export type Standing = 'sent' | 'sending' | 'waiting' | 'failed' | 'conflict';

/** The sending state of a memo; without a connection, every unsent change waits. */
export function standingOf({ change }: ListedMemo, connected: boolean): Standing {
  if (!change) return 'sent';
  if (change.state === 'failed' || change.state === 'conflict') return change.state;
  return connected ? 'sending' : 'waiting';
}

/** The sentence about an unsent memo; "" for a sent memo or a conflict. held: the server refuses changes for a while. */
export function unsentWord(standing: Standing, held: boolean, t: Messages): string {
  switch (standing) {
    case 'sending':
      return held ? t.sentLater : t.sending;
    case 'waiting':
      return t.waitsForNetwork;
    case 'failed':
      return t.refusedHere;
    default:
      return '';
  }
}

/** The state of the connection and of the unsent changes, as one state to show. */
export type SyncState =
  | { is: 'offline'; n: number }
  | { is: 'held'; n: number; until: number }
  | { is: 'sending'; n: number }
  | { is: 'current'; at: number };

/** The status line; n counts the unsent changes, held is the time until which the server refuses them. */
export function syncState(unsent: number, connected: boolean, lastSynced: number, held: number): SyncState {
  if (!connected) return { is: 'offline', n: unsent };
  if (held > 0 && unsent > 0) return { is: 'held', n: unsent, until: held };
  return unsent > 0 ? { is: 'sending', n: unsent } : { is: 'current', at: lastSynced };
}
