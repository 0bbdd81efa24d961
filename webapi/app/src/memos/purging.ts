import type { Me, Memo } from '../sync/model';

/**
 * How long a memo must be in the trash, and a person in the family, before any member may delete the memo permanently,
 * in milliseconds.
 */
const waitingTime = 24 * 60 * 60 * 1000;

/**
 * Whether a person may delete a memo of the trash permanently: the server's rule, by
 * this device's clock. The owner may immediately, and every author their own memos.
 */
export function mayPurge(memo: Pick<Memo, 'userId' | 'deletedAt'>, { user }: Pick<Me, 'user'>, now: number): boolean {
  if (user.isOwner || memo.userId === user.userId) return true;
  return [user.joinedAt, memo.deletedAt].every((at) => Date.parse(at ?? '') <= now - waitingTime);
}

/** How many memos of the trash would stay if the person emptied it now. */
export function keptBy(trash: readonly Memo[], person: Me | null, now: number): number {
  return person ? trash.filter((memo) => !mayPurge(memo, person, now)).length : 0;
}
