import type { Change } from './changes';
import type { Outcome } from './changes_queue';
import { type ChangeApi, kinds } from './kinds';
import { ApiError, type Memo } from './model';

/**
 * Sends a change and reads the result. A repetition after a lost answer does nothing twice: an add has its key, the
 * others name the version they are based on, and the server's present version shows whether an earlier attempt did it.
 */
export async function send(api: ChangeApi, change: Change, now: number): Promise<Outcome> {
  try {
    return await kinds[change.kind].send(api, change, now);
  } catch (e) {
    const error = e instanceof ApiError ? e : new ApiError(0, 'internal');
    if (error.passing || error.status === 401) return { is: 'later', error };
    return judged(change, error) ?? { is: 'failed', error };
  }
}

/** The outcome of an error that is not a refusal; undefined for a refusal. */
function judged(change: Change, error: ApiError): Outcome | undefined {
  const { ends, comesTo, meet } = kinds[change.kind];
  if (error.status === 404 && ends) return { is: 'gone' };
  const theirs = current(change, error);
  if (!theirs || !meet) return undefined;
  if (comesTo?.(change, theirs)) return { is: 'done', memo: theirs };
  switch (meet(change, theirs, mayBeDone(change, theirs))) {
    case 'merge':
      return { is: 'rebase', memo: theirs };
    case 'conflict':
      return { is: 'conflict', theirs };
    case 'yield':
      return { is: 'yielded', memo: theirs };
  }
}

/** The present memo, if it is the reason why a change was refused. */
function current({ base }: Change, { status, reason, memo }: ApiError): Memo | undefined {
  if (reason === 'in_trash') return memo ?? (base && { ...base, deleted: true, updatedBy: '' }); // an earlier server does not send it
  return status === 412 ? memo : undefined;
}

/** Whether an earlier attempt may have been done: that and a later change are two versions or more. */
const mayBeDone = ({ tries, version = 0 }: Change, theirs: Memo) => tries > 1 && theirs.version > version + 1;
