import { type Change, type ChangeKind, subject } from './changes';
import type { ApiError, Emptying, Memo } from './model';

/** One's own changes that the server has not confirmed, oldest first. */
export type Queue = readonly Change[];

/** How a change went. later: unknown, or not now; gone: done, and no memo is left; emptied: as far as the person may. */
export type Outcome =
  | { is: 'done'; memo: Memo }
  | { is: 'gone' }
  | ({ is: 'emptied' } & Emptying)
  | { is: 'rebase'; memo: Memo }
  | { is: 'conflict'; theirs: Memo }
  | { is: 'failed'; error: ApiError }
  | { is: 'later'; error: ApiError };

/** Whether a change waits for its first try, so that it can still become another. */
const untouched = (c: Change) => c.state === 'failed' || (c.state === 'waiting' && c.tries === 0);

/** Whether a change is still expected to happen by itself. */
const standing = (c: Change) => c.state === 'waiting' || c.state === 'sending';

/** Whether the person, whom a change waits for, has decided by going on with the memo: no text is lost with it. */
const passedOver = (c: Change) => !standing(c) && c.kind !== 'add' && c.kind !== 'edit';

/** Puts a change at the end, or into the one before it that it completes or takes back. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a table with a case for each kind of change
export function enqueue(queue: Queue, change: Change): Queue {
  const about = subject(change);
  const last = queue.findLast((c) => subject(c) === about);
  if (!last) return [...queue, change];
  const without = queue.filter((c) => c !== last);
  switch (change.kind) {
    case 'edit':
      if (
        last.kind === 'edit' &&
        (untouched(last) || last.state === 'conflict') &&
        last.base?.content === change.content
      )
        return without; // it was undone
      if (!untouched(last) || (last.kind !== 'edit' && last.kind !== 'add')) break;
      return queue.map((c) => (c === last ? fresh({ ...last, content: change.content ?? '' }) : c));
    case 'done':
      if (last.kind !== 'done' || last.state === 'sending') break;
      if (last.done === change.done) return again(queue, last);
      if (untouched(last) || last.state === 'conflict') return without;
      break;
    case 'delete':
      if (last.kind === 'restore' && untouched(last)) return without;
      if (last.kind === 'add' && last.state === 'failed') return without;
      if (last.kind === 'delete') return again(queue, last);
      break;
    case 'restore':
      if (last.kind === 'delete' && (untouched(last) || last.state === 'conflict')) return without;
      if (last.kind === 'restore') return again(queue, last);
      break;
    case 'purge':
      if (last.kind === 'purge') return again(queue, last);
      if (last.kind === 'restore' && untouched(last)) return [...without, change];
      break;
    case 'emptyTrash':
      return standing(last) ? queue : queue.map((c) => (c === last ? fresh({ ...last, at: change.at }) : c));
    case 'add':
      break;
  }
  return [...(passedOver(last) ? without : queue), change];
}

function again(queue: Queue, last: Change): Queue {
  return last.state === 'failed' ? queue.map((c) => (c === last ? fresh(last) : c)) : queue;
}

/** A change as if it had just been made. */
function fresh({ error: _, theirs: __, ...rest }: Change): Change {
  return { ...rest, state: 'waiting', tries: 0 };
}

/** The change to send next: the oldest that no earlier one of the same memo holds up. */
export function next(queue: Queue): Change | undefined {
  const held = new Set<string>();
  for (const change of queue) {
    const about = subject(change);
    if (standing(change) && !held.has(about)) return change;
    if (about) held.add(about);
  }
  return undefined;
}

/** Marks a change as being sent. */
export function begin(queue: Queue, key: string): Queue {
  return queue.map((c) => (c.key === key ? { ...c, state: 'sending', tries: c.tries + 1 } : c));
}

/** What a page that was killed left as being sent waits again; it may have arrived. */
export function recover(queue: Queue): Queue {
  return queue.some((c) => c.state === 'sending')
    ? queue.map((c) => (c.state === 'sending' ? { ...c, state: 'waiting' } : c))
    : queue;
}

/** Records the outcome of a change. */
export function conclude(queue: Queue, key: string, outcome: Outcome): Queue {
  const done = queue.find((c) => c.key === key);
  if (!done) return queue;
  const replace = (change: Change) => queue.map((c) => (c === done ? change : c));
  const { error: _, theirs: __, ...plain } = done;
  switch (outcome.is) {
    case 'done':
      return follow(
        queue.filter((c) => c !== done),
        subject(done),
        outcome.memo,
      );
    case 'gone':
    case 'emptied':
      return queue.filter((c) => c !== done);
    case 'rebase':
      return replace({ ...plain, state: 'waiting', tries: 0, version: outcome.memo.version });
    case 'conflict':
      return replace({ ...plain, state: 'conflict', theirs: outcome.theirs });
    case 'failed':
      return replace({ ...plain, state: 'failed', error: outcome.error });
    case 'later':
      return replace({
        ...plain,
        state: 'waiting',
        error: outcome.error,
        tries: done.tries - (outcome.error.status === 429 ? 1 : 0), // a refused one did not arrive
      });
  }
}

/** Bases the later changes of a memo on its new version. */
function follow(queue: Queue, about: string, memo: Memo): Queue {
  return queue.map((c) => {
    if (subject(c) !== about || c.kind === 'add') return c;
    const base = { ...(c.base ?? memo), id: memo.id, userId: memo.userId, timestamp: memo.timestamp };
    return { ...c, memoId: memo.id, version: memo.version, base };
  });
}

/** Tries a change again that the server refused, or at once one that waits. */
export function retried(queue: Queue, key: string, at: number): Queue {
  return queue.map((c) => {
    if (c.key !== key || c.state !== 'failed') return c;
    return c.kind === 'emptyTrash' ? { ...fresh(c), at } : fresh(c);
  });
}

/**
 * Takes a change back, unless it is being sent. What built on an unsent memo goes
 * with it. A memo whose answer was lost may have arrived: it goes into the trash,
 * by a change under newKey.
 */
export function takenBack(queue: Queue, key: string, newKey: string, at: number): Queue {
  const change = queue.find((c) => c.key === key);
  if (!change || change.state === 'sending') return queue;
  if (change.kind === 'add' && change.state === 'waiting' && change.tries > 0) {
    return enqueue(queue, { key: newKey, kind: 'delete', memoId: key, at, state: 'waiting', tries: 0 });
  }
  return queue.filter((c) => c !== change && !(change.kind === 'add' && subject(c) === key));
}

/** How a conflict is settled: by the person's text, by the other's, or by keeping both. */
export type Choice = 'mine' | 'theirs' | 'both';

/** Settles a conflict; newKey is for the memo or change that may come of it. */
export function resolved(queue: Queue, key: string, choice: Choice, newKey: string, at: number): Queue {
  const mine = queue.find((c) => c.key === key);
  if (!mine?.theirs || mine.state !== 'conflict') return queue;
  const { theirs } = mine;
  const others = follow(
    queue.filter((c) => c !== mine),
    subject(mine),
    theirs,
  );
  if (choice === 'mine')
    return queue.flatMap((c) => (c === mine ? insisted(mine, theirs, newKey) : others.filter((o) => o.key === c.key)));
  if (choice === 'theirs' || mine.kind !== 'edit') return others;
  return [...others, { key: newKey, kind: 'add', content: mine.content ?? '', at, state: 'waiting', tries: 0 }];
}

/** A change once more, based on what the other has made of the memo. */
function insisted(mine: Change, theirs: Memo, newKey: string): Change[] {
  const based: Change = { ...fresh(mine), version: theirs.version, base: theirs };
  const restore: Change = { ...based, key: newKey, kind: 'restore' };
  if (mine.kind === 'edit' && theirs.deleted) return [restore, based];
  const kind: ChangeKind = mine.kind === 'purge' && !theirs.deleted ? 'delete' : mine.kind;
  return [{ ...based, kind }];
}
