import { batch, type Signal } from '@preact/signals';
import { uuidv7 } from '../browser/uuid';
import type { Change } from './changes';
import {
  begin,
  type Choice,
  conclude,
  enqueue,
  next,
  type Outcome,
  type Queue,
  recover,
  resolved,
  retried,
  takenBack,
} from './changes_queue';
import type { Memo } from './model';
import type { Alter, Store } from './store/store';

/** A new change, before it has a key and a place in the queue. */
export type Wish = Pick<Change, 'kind' | 'memoId' | 'content' | 'done' | 'undoes' | 'version' | 'base'>;

/** A change, by its key, and the memo that it has become on the server. */
export interface Sent {
  key: string;
  memo: Memo;
  /** When it was sent, in Unix milliseconds: a list that was requested later has it, or lags. */
  at: number;
  /** Whether the memo was deleted permanently. */
  gone?: boolean;
}

/** The dependencies of ChangesBox. */
export interface BoxNeeds {
  /** The place where pending work is shown. */
  items: Signal<readonly Change[]>;
  /** Until when the server takes no more changes because of its limit, in Unix milliseconds; 0: it takes more. */
  held: Signal<number>;
  store: Pick<Store, 'alter'>;
  send(change: Change): Promise<Outcome>;
  /** Whether the server will take a change as this person's. */
  verify(userId: string): Promise<boolean>;
  /** Runs a job while no other tab runs one of that name. */
  alone(name: string, job: () => Promise<void>): Promise<void>;
  /** Notifies the other tabs of a changed queue, with the result of a change. */
  tell(userId: string, sent?: Sent): void;
  /** Stores the result of a change on the device, with the lists. */
  keep(sent: Sent): Promise<void>;
  /** Receives the result of a change, of this or another tab, just before it leaves items. */
  completed(sent: Sent): void;
  /** Receives the outcome of a change, just before it is shown. */
  answered(change: Change, outcome: Outcome): void;
  now(): number;
}

/** The longest pause between two automatic attempts, in milliseconds. */
const longestPause = 60_000;

/**
 * The person's changes on their way to the server. Each is shown immediately, kept on
 * the device before it is sent, and sent in order, by one tab at a time. The
 * box belongs to one person: another one signing in on the same device neither
 * sees nor sends its changes.
 */
export class ChangesBox {
  private owner = '';
  private readonly sent = new Map<string, Memo>();
  private readonly keys = new Map<string, string>();
  private kept: Queue = [];
  private pending: Alter[] = [];
  private running: Promise<void> | undefined;
  private more = false;
  private pause = 0;
  private notBefore = 0;
  private lastAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly needs: BoxNeeds) {}

  /** Opens a person's box and shows its changes. */
  async open(userId: string): Promise<void> {
    if (userId === this.owner) return;
    this.close();
    this.owner = userId;
    await this.alter((queue) => queue);
  }

  /** Stops sending and showing; stored changes stay. */
  close(): void {
    clearTimeout(this.timer);
    this.owner = '';
    this.kept = [];
    this.pending = [];
    this.notBefore = 0;
    this.needs.items.value = [];
    this.needs.held.value = 0;
  }

  /** Adds a change: it is shown, then stored (the promise resolves to its key), and sent when possible. */
  async put(wish: Wish): Promise<string> {
    return (await this.putAll([wish]))[0]!;
  }

  /** Adds several changes in one step, and returns their keys. */
  async putAll(wishes: readonly Wish[]): Promise<string[]> {
    const changes = wishes.map(
      (wish): Change => ({ ...this.current(wish), key: this.newKey(), at: this.lastAt, state: 'waiting', tries: 0 }),
    );
    await this.alter((queue) => changes.reduce(enqueue, queue), true);
    void this.flush();
    return changes.map(({ key }) => key);
  }

  /** Sends a refused or waiting change again, now. */
  async retry(key: string): Promise<void> {
    const at = this.needs.now();
    await this.alter((queue) => retried(queue, key, at), true);
    await this.wake();
  }

  /** Takes a change back, unless it is being sent, and returns its text. */
  takeBack(key: string): string {
    const change = this.needs.items.value.find((c) => c.key === key);
    if (!change || change.state === 'sending') return '';
    const newKey = this.newKey();
    const at = this.needs.now();
    void this.alter((queue) => takenBack(queue, key, newKey, at), true).then(() => this.flush());
    return change.content ?? change.base?.content ?? '';
  }

  /** Settles a conflict. Returns the key of the memo or change that may result. */
  resolve(key: string, choice: Choice): string {
    const newKey = this.newKey();
    const at = this.needs.now();
    void this.alter((queue) => resolved(queue, key, choice, newKey, at), true).then(() => this.flush());
    return newKey;
  }

  /** Reopens the question of a settled conflict. */
  ask(conflict: Change): Promise<void> {
    return this.alter((queue) => [...queue, conflict], true);
  }

  /** The server's id of a memo that was shown unsent, else the same id. */
  idOf(id: string): string {
    return this.sent.get(id)?.id ?? id;
  }

  /** The id that a memo was first shown with here. */
  firstId = (id: string): string => this.keys.get(id) ?? id;

  /** Reads again the changes of another tab. */
  async reread(userId: string, sent?: Sent): Promise<void> {
    if (userId === this.owner) await this.store(userId, (queue) => queue, sent);
  }

  /** Sends now, in spite of any pause, unless the server has asked for one. */
  async wake(): Promise<void> {
    this.pause = 0;
    await this.flush();
  }

  /** Sends the waiting changes. Resolves when nothing is left that can be sent now. */
  async flush(): Promise<void> {
    this.more = true;
    this.running ??= this.runAll().finally(() => (this.running = undefined));
    await this.running;
  }

  private async runAll(): Promise<void> {
    while (this.more && this.owner) {
      this.more = false;
      const owner = this.owner;
      clearTimeout(this.timer);
      if (this.needs.now() < this.notBefore) return this.plan(this.notBefore - this.needs.now());
      if (!next(recover(this.needs.items.value))) continue;
      await this.needs.alone(`voicememo/changes/${owner}`, () => this.sendAll(owner));
    }
  }

  /** Sends one change after the other until one cannot be sent now. */
  private async sendAll(owner: string): Promise<void> {
    await this.alter(recover);
    for (let verified = false; owner === this.owner; verified = true) {
      const change = next(this.kept);
      if (!change) return void (this.needs.held.value = 0);
      if (!verified && !(await this.needs.verify(owner)))
        return void (owner === this.owner && this.plan(this.backoff()));
      await this.alter((queue) => begin(queue, change.key), true);
      const begun = this.kept.find((c) => c.key === change.key);
      if (begun?.state !== 'sending') continue; // another tab has taken it back
      const at = this.needs.now();
      const outcome = await this.needs.send(begun);
      await this.finish(owner, begun, outcome, at);
      if (owner !== this.owner) return;
      if (outcome.is === 'later') return this.hold(outcome.error.status, outcome.error.retryAfter);
      this.pause = 0;
    }
  }

  /**
   * Records an outcome: the confirmed memo and the end of the change are shown in one step. The change stays on the device
   * until the lists with it are stored, so that a page without the server always shows it.
   */
  private async finish(owner: string, change: Change, outcome: Outcome, at: number): Promise<void> {
    const sent = sentOf(change, outcome, at);
    const concluded: Alter = (queue) => conclude(queue, change.key, outcome);
    if (sent && owner === this.owner) await this.needs.keep(sent);
    if (owner === this.owner) {
      const stored = batch(() => {
        if (sent) this.learn(sent);
        this.needs.answered(change, outcome);
        return this.alter(concluded);
      });
      await stored;
    } else {
      await this.store(owner, concluded); // its writer has left; it is done all the same
    }
    this.needs.tell(owner, sent);
  }

  private learn(sent: Sent): void {
    this.sent.set(sent.key, sent.memo);
    const { kind } = this.needs.items.value.find(({ key }) => key === sent.key) ?? {};
    if (kind === 'add') this.keys.set(sent.memo.id, sent.key);
    this.needs.completed(sent);
  }

  /** Turns a wish about a memo that was unsent when it was shown into one about the memo that it has become. */
  private current(wish: Wish): Wish {
    const memo = this.sent.get(wish.memoId ?? '');
    if (!memo) return wish;
    return {
      ...wish,
      memoId: memo.id,
      version: wish.version || memo.version,
      base: { ...(wish.base ?? memo), id: memo.id },
    };
  }

  /** A key with a unique millisecond: it orders the changes, and determines the id of a new memo. */
  private newKey(): string {
    this.lastAt = Math.max(this.needs.now(), this.lastAt + 1);
    return uuidv7(this.lastAt);
  }

  /** Waits before the next attempt: as long as the server wants, or longer each time. A 401 waits for the sign-in. */
  private hold(status: number, retryAfter: number): void {
    this.more = false;
    if (status === 401) return;
    const ms = Math.max(retryAfter, this.backoff());
    const until = this.needs.now() + ms;
    if (retryAfter > 0) this.notBefore = until;
    this.needs.held.value = status === 429 ? until : 0;
    this.plan(ms);
  }

  private backoff(): number {
    this.pause = Math.min(Math.max(1000, this.pause * 2), longestPause);
    return this.pause;
  }

  private plan(ms: number): void {
    this.more = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), ms);
  }

  /** Changes the queue here at once and then in the store; notifies the other tabs of a change. */
  private async alter(change: Alter, tell = false): Promise<void> {
    const owner = this.owner;
    this.pending.push(change);
    this.display();
    await this.store(owner, change);
    if (tell) this.needs.tell(owner);
  }

  /** Changes the queue in the store; sent, if passed, is shown in the same step. */
  private async store(owner: string, change: Alter, sent?: Sent): Promise<void> {
    const kept = await this.needs.store.alter(owner, change);
    if (owner !== this.owner) return;
    this.kept = kept;
    this.pending = this.pending.filter((p) => p !== change);
    batch(() => {
      if (sent) this.learn(sent);
      this.display();
    });
  }

  private display(): void {
    const shown = this.pending.reduce<Queue>((queue, change) => change(queue), this.kept);
    if (shown !== this.needs.items.value) this.needs.items.value = shown;
  }
}

/** The result of a change; undefined: it is pending, or other memos were purged. */
function sentOf({ key, base, version }: Change, outcome: Outcome, at: number): Sent | undefined {
  if (outcome.is === 'done' || outcome.is === 'yielded') return { key, at, memo: outcome.memo };
  if (outcome.is !== 'gone' || !base) return undefined;
  return { key, at, memo: { ...base, version: version ?? base.version }, gone: true }; // in the deleted version
}
