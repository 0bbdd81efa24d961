import type { Memo } from '../sync/model';
import { memberOf } from '../sync/lists';

/** The name of a memo's author: a member's present one, else the one of then. */
export function authorOf(memo: Memo): string {
  return memberOf(memo.userId)?.name ?? memo.createdByName;
}
