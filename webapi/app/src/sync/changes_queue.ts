import { type Change, fresh, standing, subject } from './changes';
import { type Done, kinds } from './kinds';
import type { ApiError, Memo } from './model';

/** The person's own changes that the server has not confirmed, oldest first. */
export type Queue = readonly Change[];

/** The outcome of sending a change. rebase: send it again on the current memo; yielded: the other member's change stays; later: unknown, or refused for now. */
export type Outcome =
  | Done
  | { is: 'rebase'; memo: Memo }
  | { is: 'yielded'; memo: Memo }
  | { is: 'conflict'; theirs: Memo }
  | { is: 'failed'; error: ApiError }
  | { is: 'later'; error: ApiError };

/** Whether the person, for whom a change waits, has decided by changing the memo again: no text is lost with it. */
const passedOver = (c: Change) => !standing(c) && !kinds[c.kind].text;

/** Appends a change, or merges it into earlier ones that it completes or undoes. */
export function enqueue(queue: Queue, change: Change): Queue {
  const about = subject(change);
  const earlier = queue.filter((c) => subject(c) === about);
  const last = earlier.at(-1);
  const joined = [
    ...(kinds[change.kind].join?.(earlier, change) ?? [
      ...(last && passedOver(last) ? earlier.slice(0, -1) : earlier),
      change,
    ]),
  ];
  const left = queue.flatMap((c) => (subject(c) === about ? joined.splice(0, 1) : [c]));
  return [...left, ...joined];
}

/** The change to send next: the oldest one that no earlier change of the same memo blocks. */
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

/** Resets changes that a killed page was sending; the server may have received them. */
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
    case 'yielded':
      return follow(
        left(queue, done, outcome.memo),
        done,
        outcome.memo,
        outcome.is === 'done' && !!kinds[done.kind].text,
      );
    case 'gone':
    case 'emptied':
      return queue.filter((c) => c !== done);
    case 'rebase':
      return replace({ ...plain, state: 'waiting', tries: 0, version: outcome.memo.version, base: outcome.memo });
    case 'conflict':
      return disputed(queue, plain, outcome.theirs);
    case 'failed':
      return replace({ ...plain, state: 'failed', error: outcome.error });
    case 'later':
      return replace({
        ...plain,
        state: 'waiting',
        error: outcome.error,
        tries: done.tries - (outcome.error.status === 429 || outcome.error.reason === 'unsent' ? 1 : 0), // it did not arrive
      });
  }
}

/**
 * The changes that are left when one is done and its memo is this one, without those that the memo already has.
 * A second delete would be permanent.
 */
function left(queue: Queue, done: Change, memo: Memo): Queue {
  const about = subject(done);
  const needless = (c: Change) => subject(c) === about && !kinds[c.kind].text && kinds[c.kind].comesTo?.(c, memo);
  return queue.filter((c) => c !== done && !needless(c));
}

/** Makes a text wait for its writer: the last of the texts that replaced it since. */
function disputed(queue: Queue, { content = '', ...mine }: Change, theirs: Memo): Queue {
  const conflict: Change = { ...mine, content, state: 'conflict', theirs };
  const rest = queue.flatMap((c) => {
    if (c.key === mine.key) return [conflict];
    if (c.kind !== 'edit' || subject(c) !== subject(mine) || !sees(c, conflict.content)) return [c];
    conflict.content = c.content ?? '';
    return [];
  });
  if (conflict.content !== mine.base?.content) return rest;
  return follow(left(rest, conflict, theirs), mine, theirs); // it was undone
}

/** Whether a change was made by a person who saw this text. */
const sees = ({ base }: Change, content?: string) => !base || base.content === content;

/**
 * Bases the later changes of a memo on its new version, but not those of a person who has not seen its text: texts
 * never, and others unless the change before, which is finished, was the person's own text (own).
 */
function follow(queue: Queue, done: Change, memo: Memo, own = true): Queue {
  return queue.map((c) => {
    if (subject(c) !== subject(done) || c.kind === 'add') return c;
    const seen = sees(c, memo.content) || (own && (!kinds[c.kind].text || sees(c, done.content)));
    if (!seen && done.kind !== 'add') return c;
    const base = { ...(c.base ?? memo), id: memo.id, userId: memo.userId, timestamp: memo.timestamp };
    const based = { ...c, memoId: memo.id, version: memo.version, base };
    return seen ? based : { ...based, state: 'conflict', theirs: memo };
  });
}

/** Sends a refused or waiting change again, immediately. */
export function retried(queue: Queue, key: string, at: number): Queue {
  return queue.map((c) => {
    if (c.key !== key || c.state !== 'failed') return c;
    return c.kind === 'emptyTrash' ? { ...fresh(c), at } : fresh(c);
  });
}

/**
 * Takes a change back, unless it is being sent. Changes based on an unsent memo are removed with it. A memo whose
 * answer was lost may have arrived: it moves to the trash, by a change under newKey.
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

/** Settles a conflict; newKey is for the memo or change that may result. */
export function resolved(queue: Queue, key: string, choice: Choice, newKey: string, at: number): Queue {
  const mine = queue.find((c) => c.key === key);
  if (!mine?.theirs || mine.state !== 'conflict') return queue;
  const { theirs } = mine;
  const rest = choice === 'mine' ? queue.filter((c) => c !== mine) : left(queue, mine, theirs);
  const others = follow(rest, mine, theirs);
  if (choice === 'mine')
    return queue.flatMap((c) => (c === mine ? insisted(mine, theirs, newKey) : others.filter((o) => o.key === c.key)));
  if (choice === 'theirs') return others;
  return [...others, { key: newKey, kind: 'add', content: mine.content ?? '', at, state: 'waiting', tries: 0 }];
}

/** The edit rebased on the other member's version. */
function insisted(mine: Change, theirs: Memo, newKey: string): Change[] {
  const based: Change = { ...fresh(mine), version: theirs.version, base: theirs };
  return theirs.deleted ? [{ ...based, key: newKey, kind: 'restore' }, based] : [based];
}
