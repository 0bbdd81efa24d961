import type { ApiError, Memo } from './model';

/** The actions on memos. */
export type ChangeKind = 'add' | 'edit' | 'delete' | 'done' | 'restore' | 'purge' | 'emptyTrash';

/**
 * A change made here that the server has not confirmed. waiting: it is sent automatically as soon as that is possible;
 * failed: the server refused it (error), and only a person can continue; conflict: another member wrote another text
 * (theirs).
 */
export interface Change {
  /** A UUIDv7, the same for every attempt; for an add also the idempotency key and, until it is sent, the memo's id. */
  key: string;
  kind: ChangeKind;
  memoId?: string;
  content?: string;
  /** The new value, for the kind done. */
  done?: boolean;
  /** Whether it undoes an act: later changes of the memo by others stay. */
  undoes?: true;
  /** The version of the memo it was based on. */
  version?: number;
  at: number;
  state: 'waiting' | 'sending' | 'failed' | 'conflict';
  error?: ApiError;
  theirs?: Memo;
  /** The memo as the person saw it; absent for add and emptyTrash. */
  base?: Memo;
  /** How often it was sent without an answer that settled it. */
  tries: number;
}

/** The id of the memo of a change; "" for the whole trash. */
export const subject = (c: Change): string => c.memoId ?? (c.kind === 'add' ? c.key : '');

/** Whether a change will still be sent automatically. */
export const standing = (c: Change): boolean => c.state === 'waiting' || c.state === 'sending';

/** Whether a change waits for its first attempt, so that it can still become another. */
export const untouched = (c: Change): boolean => c.state === 'failed' || (c.state === 'waiting' && c.tries === 0);

/** Returns a change as if it had just been made. */
export function fresh({ error: _, theirs: __, ...rest }: Change): Change {
  return { ...rest, state: 'waiting', tries: 0 };
}

/** A memo of the list, and its newest unsent change made here. */
export type ListedMemo = Memo & { change?: Change };
