import type { Memo } from '../sync/api';
import type { Change, ListedMemo } from '../sync/changes';
import { ChangesBox, type Sent } from '../sync/changes_box';
import type { Choice, Outcome } from '../sync/changes_queue';
import { send } from '../sync/changes_send';
import { alone, store, tellTabs } from '../browser/tabs';
import { language, t } from '../messages/words';
import { api, changes, confirmed, explain, held, me, own, say, selected, sentenceFor, show } from '../sync/lists';
import { confirmPerson } from '../sync/person';
import { mayPurge } from './purging';
import { clock } from '../messages/time';
import { noteAnswer, noteConnection, refresh } from '../sync/sync';

export { loadMore, loadMoreTrash } from '../sync/sync';

/** One's own changes on their way to the server. */
export const box = new ChangesBox({
  items: changes,
  held,
  store,
  send: (change) => send(api, change, Date.now()),
  verify: confirmPerson,
  alone,
  tell: (userId, sent) => tellTabs({ kind: 'changes', userId, ...(sent ? { sent } : {}) }),
  arrived,
  settled,
  now: () => Date.now(),
});

/** Adds a memo. */
export async function addMemo(text: string): Promise<void> {
  await box.put({ kind: 'add', content: text });
}

/** Gives a memo another text; the same one is no change. */
export async function editMemo(memo: ListedMemo, text: string): Promise<void> {
  if (text !== memo.content) await box.put({ ...about(memo), kind: 'edit', content: text });
}

/** Puts a memo into the trash, and offers the way back. */
export async function removeMemo(memo: ListedMemo): Promise<void> {
  show(t.removed, () => void restoreMemo(memo));
  await box.put({ ...about(memo), kind: 'delete' });
}

/** Takes a memo back out of the trash. */
export async function restoreMemo(memo: ListedMemo): Promise<void> {
  show(t.restored);
  await box.put({ ...about(memo), kind: 'restore' });
}

/** Puts a memo of the trash away for good. */
export async function purgeMemo(memo: ListedMemo): Promise<void> {
  await box.put({ ...about(memo), kind: 'purge' });
}

/** Puts everything in the trash away for good. */
export async function emptyTrash(): Promise<void> {
  await box.put({ kind: 'emptyTrash' });
}

/** Tries a change again. */
export const retry = (key: string): Promise<void> => box.retry(key);

/** Takes a change back, and gives its text; "" while it is being sent. */
export const takeBack = (key: string): string => box.takeBack(key);

/** Settles a conflict: by one's own text, the other's, or both, mine as a new memo. */
export const resolve = (key: string, choice: Choice): Promise<void> => box.resolve(key, choice);

/** The sentence for a change that failed. */
export function problemOf(change: Change): string {
  if (change.error?.reason === 'stale') return t.trashChanged;
  return sentenceFor(change.error);
}

/** What a change keeps of the memo it is about. */
function about({ change: _, ...base }: ListedMemo): Pick<Change, 'memoId' | 'version' | 'base'> {
  return { memoId: base.id, version: base.version, base };
}

/** Takes note of how a change went, and tells what matters. */
function settled(change: Change, outcome: Outcome): void {
  if (outcome.is === 'later') {
    if (outcome.error.status === 401) explain(outcome.error);
    if (outcome.error.status === 429 && !held.peek()) show(t.heldNotice(clock(Date.now() + outcome.error.retryAfter, language)));
    return noteAnswer(outcome.error);
  }
  noteConnection(true);
  if (outcome.is === 'done' && change.kind !== 'add') remember([outcome.memo], false);
  if (outcome.is === 'gone') remember(gone(change), true);
  if (outcome.is === 'emptied') emptied(outcome);
  if (outcome.is === 'done' && change.kind === 'add') say(t.added);
  if (outcome.is === 'failed') refused({ ...change, error: outcome.error });
  if (outcome.is === 'conflict') show(t.disputed);
  tellTabs({ kind: 'lists', userId: me.peek()?.user.userId ?? '' });
  void refresh(outcome.is === 'emptied'); // also what is left of the trash
}

/** Tells why a change was refused. A permanent deletion that is not allowed yet was sent, and is explained where it was asked for. */
function refused(change: Change): void {
  const why = problemOf(change);
  if (change.error?.reason === 'not_yet') say(why);
  else show(t.notSent(why));
}

/** Takes note of an emptied trash, and tells how many memos stay in it: the question has said why. */
function emptied({ deleted, kept }: { deleted: number; kept: number }): void {
  const person = me.peek();
  const at = Date.now();
  const went = confirmed.peek().trash.filter((memo) => kept === 0 || (person && mayPurge(memo, person, at)));
  if (kept === 0 || went.length === deleted) remember(went, true); // else the lists show what went
  if (kept > 0) show(t.trashKept(deleted, kept));
  else say(t.trashEmptied);
}

/** The memo that a change has done away with, in the version that went. */
function gone({ base, version }: Change): Memo[] {
  return base ? [{ ...base, version: version ?? base.version }] : [];
}

/** An unsent memo has become one of the server's, by this tab or another: what is open follows. */
function arrived({ key, memo }: Sent): void {
  remember([memo], false);
  if (selected.peek() === key) selected.value = memo.id;
}

/** Shows confirmed changes until the lists show them too. */
function remember(memos: readonly Memo[], gone: boolean): void {
  const at = Date.now();
  own.value = new Map([...own.value, ...memos.map((memo) => [memo.id, gone ? { memo, at, gone } : { memo, at }] as const)]);
}
