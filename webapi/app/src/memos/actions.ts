import { effect } from '@preact/signals';
import type { Clock } from '../browser/clock';
import type { Places } from '../browser/places';
import type { Tabs } from '../browser/tabs';
import type { Messages } from '../messages';
import type { Act } from '../messages/acts';
import type { Notices, Trouble } from '../messages/notices';
import { briefly, oneLine } from '../messages/text';
import { clockTime } from '../messages/time';
import type { Api } from '../sync/api';
import type { Change, ListedMemo } from '../sync/changes';
import { ChangesBox, type Sent } from '../sync/changes_box';
import type { Outcome } from '../sync/changes_queue';
import { send } from '../sync/changes_send';
import type { Connection } from '../sync/connection';
import { dropListed, type OwnChanges } from '../sync/feed';
import type { Lists } from '../sync/lists';
import type { Emptying, Memo } from '../sync/model';
import type { Person } from '../sync/person';
import type { Snapshots } from '../sync/snapshot';
import type { Store } from '../sync/store/store';
import type { Sync } from '../sync/sync';
import type { TabMessage } from '../sync/tab_message';
import type { Edits } from './edits';
import type { Line } from './pasted';
import { mayPurge } from './purging';

/** The dependencies of MemoActions. */
export interface MemoNeeds {
  t: Messages;
  language: string;
  api: Api;
  store: Pick<Store, 'alter'>;
  tabs: Tabs<TabMessage>;
  clock: Clock;
  places: Places;
  notices: Notices;
  connection: Connection;
  person: Person;
  lists: Lists;
  sync: Sync;
  snapshots: Snapshots;
  edits: Edits;
}

/** The actions on memos. Each change is shown at once, and its outcome announced where that matters. */
export class MemoActions {
  /** The person's own changes that are being sent. */
  readonly box: ChangesBox;

  /** The notices about changes that wait for the person, by key. */
  private readonly problems = new Map<string, Trouble>();

  constructor(private readonly needs: MemoNeeds) {
    const { api, store, tabs, clock, person, lists, snapshots } = needs;
    this.box = new ChangesBox({
      items: lists.changes,
      held: lists.held,
      store,
      send: (change) => send(api, change, clock.time()),
      verify: (userId) => person.confirm(userId),
      alone: tabs.alone,
      tell: (userId, sent) => tabs.tell({ kind: 'changes', userId, ...(sent ? { sent } : {}) }),
      completed: (sent) => this.completed(sent),
      answered: (change, outcome) => this.answered(change, outcome),
      keep: ({ memo, at, gone }) => snapshots.keep(this.confirmed([memo], at, gone)),
      now: clock.time,
    });
  }

  /** Removes messages that no longer hold, until the page ends. */
  follow(ended: AbortSignal): void {
    ended.addEventListener(
      'abort',
      effect(() => this.forgive()),
    );
  }

  /** Adds a memo, or the memos of lines, the first of them on top of the list. */
  async add(text: string | readonly Line[]): Promise<void> {
    const added = typeof text === 'string' ? [{ text, done: false }] : [...text].reverse();
    const keys = await this.box.putAll(added.map(({ text }) => ({ kind: 'add', content: text })));
    const ticked = keys.filter((_, i) => added[i]!.done);
    if (ticked.length > 0)
      await this.box.putAll(ticked.map((memoId) => ({ kind: 'done', done: true, memoId, version: 0 })));
  }

  /** Marks a memo as done or not done, and offers Undo. */
  async done(memo: ListedMemo, done: boolean): Promise<void> {
    const { t, clock } = this.needs;
    const doneAt = done ? new Date(clock.time()).toISOString() : '';
    const back = (now: ListedMemo) =>
      !now.deleted && !!now.doneAt === done && this.put(now, { kind: 'done', done: !done, undoes: true });
    this.offer(memo, { doneAt }, back, done ? t.markedDone : t.markedNotDone, done ? t.manyDone : undefined);
    await this.put(memo, { kind: 'done', done });
  }

  /** Replaces the text of a memo, and offers Undo; the same text is not a change. */
  async edit(memo: ListedMemo, text: string): Promise<void> {
    const { t, notices } = this.needs;
    if (text === memo.content) return notices.say(t.changed(briefly(text)));
    const back = (now: ListedMemo) =>
      !now.deleted && now.content === text && this.put(now, { kind: 'edit', content: memo.content, undoes: true });
    this.offer(memo, { content: text }, back, () => t.changed(briefly(text)), t.manyChanged);
    await this.put(memo, { kind: 'edit', content: text });
  }

  /** Exchanges the text of a memo with the text before it. The server does the same with an edit to that text. */
  async bringBack(memo: ListedMemo): Promise<void> {
    if (memo.before) await this.edit(memo, memo.before.content);
  }

  /** Moves a memo to the trash, and offers Undo. A memo whose text waits for the person's decision stays. */
  async remove(memo: ListedMemo): Promise<void> {
    const { t, notices } = this.needs;
    const { change } = memo;
    if (change?.state === 'conflict') return notices.say(t.disputed);
    if (change?.kind === 'edit' && change.state === 'failed') return this.refused(change);
    const back = (now: ListedMemo) => now.deleted && this.put(now, { kind: 'restore' });
    this.offer(memo, { deleted: true }, back, t.removed, t.manyRemoved);
    await this.put(memo, { kind: 'delete' });
  }

  /** Restores a memo from the trash, and offers Undo. */
  async restore(memo: ListedMemo): Promise<void> {
    const back = (now: ListedMemo) => !now.deleted && now.content === memo.content && this.put(now, { kind: 'delete' });
    this.offer(memo, { deleted: false }, back, this.needs.t.restored);
    await this.put(memo, { kind: 'restore' });
  }

  /**
   * Deletes a memo of the trash permanently. The person's own deletion may have arrived since the question was opened:
   * then the same text in its present version is meant.
   */
  async purge(memo: ListedMemo): Promise<void> {
    const now = this.needs.lists.trash.peek().find(({ id, content }) => id === memo.id && content === memo.content);
    await this.box.put({ ...about(now ?? memo), kind: 'purge' });
  }

  /** Deletes everything in the trash permanently. */
  async emptyTrash(): Promise<void> {
    await this.box.put({ kind: 'emptyTrash' });
  }

  /**
   * Offers to undo a change of a memo. back receives the memo at that time, as far as it is known here, and
   * returns false if others have changed it so that the way back would overwrite that.
   */
  private offer(
    memo: ListedMemo,
    changed: Partial<Memo>,
    back: (now: ListedMemo) => unknown,
    sentence: (text: string) => string,
    many?: Act['many'],
  ): void {
    const now = () => this.find(memo.id) ?? { ...memo, ...changed };
    const about = { what: oneLine(memo.content), memoId: memo.id, ...(many && { many }) };
    this.needs.notices.undo(sentence(briefly(memo.content)), () => back(now()), '', about);
  }

  /** Returns the present state of a memo, if it is known here. */
  find(memoId: string): ListedMemo | undefined {
    const { memos, trash } = this.needs.lists;
    const id = this.box.idOf(memoId);
    return [...memos.peek(), ...trash.peek()].find((m) => m.id === id);
  }

  private put(memo: ListedMemo, what: Pick<Change, 'kind' | 'done' | 'content' | 'undoes'>): Promise<string> {
    return this.box.put({ ...about(memo), ...what });
  }

  /** The sentence for a change that failed. */
  problemOf(change: Change): string {
    const { t, connection } = this.needs;
    if (change.error?.reason === 'stale') return t.trashChanged;
    return connection.sentenceFor(change.error);
  }

  /** Records the outcome of a change, and announces it where that matters. */
  private answered(change: Change, outcome: Outcome): void {
    const { t, notices, connection, person, tabs, sync } = this.needs;
    if (outcome.is === 'later') return this.delayed(outcome.error);
    connection.note(true);
    if (outcome.is === 'gone' && change.kind === 'restore')
      notices.news(t.goneForGood(briefly(change.base?.content ?? '')));
    if (outcome.is === 'emptied') this.emptied(outcome);
    if (outcome.is === 'done' && change.kind === 'add') notices.say(t.added);
    if (outcome.is === 'failed') this.refused({ ...change, error: outcome.error });
    if (outcome.is === 'conflict') notices.say(t.disputed);
    if (outcome.is === 'rebase' || outcome.is === 'yielded') this.met(change, outcome);
    const more = ({ kind, state }: Change) => kind === 'add' && state === 'waiting';
    if (outcome.is === 'done' && change.kind === 'add' && this.needs.lists.changes.peek().some(more)) return; // the last one requests the lists
    tabs.tell({ kind: 'lists', userId: person.me.peek()?.user.userId ?? '' });
    void sync.refresh(outcome.is === 'emptied'); // also the rest of the trash
  }

  /** Shows another member's change of a memo, if the person had not seen it when they changed the memo. */
  private met({ kind, base, undoes }: Change, { is, memo }: Outcome & { memo: Memo }): void {
    const { t, notices, person } = this.needs;
    const what = briefly(memo.content);
    const by = is === 'yielded' ? memo.updatedBy : memo.editedBy || memo.updatedBy;
    const name = person.memberOf(by ?? '')?.name ?? t.anotherMember;
    if (is === 'yielded') {
      if (memo.deleted && kind !== 'purge') notices.news(t.wasDeleted(name, what), by);
      else notices.news(undoes ? t.notUndone(what) : t.yielded(name, what), by);
    } else if (memo.content !== base?.content) {
      const sentence = (kind === 'delete' ? t.removedRewritten : t.rewritten)(name, what);
      if (kind !== 'delete' || !notices.retell(memo.id, sentence)) notices.news(sentence, by);
    }
  }

  /** Records that a change cannot be sent now. The server's rate limit is announced once. */
  private delayed(error: (Outcome & { is: 'later' })['error']): void {
    const { t, language, clock, notices, connection, lists } = this.needs;
    if (error.status === 401) connection.explain(error);
    if (error.status === 429 && !lists.held.peek())
      notices.news(t.heldNotice(clockTime(clock.time() + error.retryAfter, language)));
    connection.noteFailure(error);
  }

  /** Shows why a change was refused. A permanent deletion that is not allowed yet is explained where it was requested. */
  private refused(change: Change): void {
    const { t, notices } = this.needs;
    const why = this.problemOf(change);
    if (change.error?.reason === 'not_yet') notices.say(why);
    else this.problems.set(change.key, notices.error(t.notSent(why)));
  }

  /** The row of a refused change is in view and has the same sentence: removes the notice. */
  saysItself(key: string): void {
    this.needs.notices.take(this.problems.get(key));
  }

  /** Removes the notices of changes that no longer wait for the person, and undo of those that wait for a choice. */
  private forgive(): void {
    const { t, lists, notices } = this.needs;
    const waiting = lists.changes.value.filter(({ state }) => state === 'failed' || state === 'conflict');
    const torn = waiting.filter(({ state }) => state === 'conflict').map(({ memoId }) => memoId);
    if (torn.length > 0)
      notices.acts.drop(({ many, memoId = '' }) => many === t.manyChanged && torn.includes(this.box.idOf(memoId)));
    for (const [key, notice] of this.problems) {
      if (waiting.some((change) => change.key === key)) continue;
      notices.take(notice);
      this.problems.delete(key);
    }
  }

  /** Records an emptied trash, and shows how many memos stay in it: the confirmation has said why. */
  private emptied({ deleted, kept, left = 0 }: Emptying): void {
    const { t, clock, notices, person, lists } = this.needs;
    const me = person.me.peek();
    const at = clock.time();
    const went = lists.confirmed.peek().trash.filter((memo) => kept === 0 || (me && mayPurge(memo, me, at)));
    if ((kept === 0 && left === 0) || went.length === deleted) lists.own.value = this.confirmed(went, at, true); // otherwise the lists show the deletion
    if (left > 0) notices.news(t.trashGoesOn(deleted, left));
    else if (kept > 0) notices.news(t.trashKept(deleted, kept));
    else notices.say(t.trashEmptied);
  }

  /** A change became a memo, in this tab or another: an open unsent memo follows. */
  private completed({ key, memo, at, gone }: Sent): void {
    const { places, lists, edits, clock, sync } = this.needs;
    lists.own.value = dropListed(this.confirmed([memo], at, gone), lists.loaded.peek(), clock.time()); // another tab may have read the list since
    edits.move(key, memo);
    for (const place of [places.selected, places.named]) if (place.peek() === key) place.value = memo.id;
    void sync.review();
  }

  /** Records the confirmed changes made here, with these memos, which were sent at that time. */
  private confirmed(memos: readonly Memo[], at: number, gone = false): OwnChanges {
    const { lists } = this.needs;
    return new Map([...lists.own.peek(), ...memos.map((memo) => [memo.id, { memo, at, gone }] as const)]);
  }
}

/** The fields that a change stores of its memo. */
export function about({ change: _, ...base }: ListedMemo): Pick<Change, 'memoId' | 'version' | 'base'> {
  return { memoId: base.id, version: base.version, base };
}
