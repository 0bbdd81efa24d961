import type { Memo } from './model';
import { memberOf } from './state';

/** The name of a memo's author: a member's present one, else the one of then. */
export function authorOf(memo: Memo): string {
  return memberOf(memo.userId)?.name ?? memo.createdByName;
}
