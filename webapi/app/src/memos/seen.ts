import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Clock } from '../browser/clock';
import type { Places } from '../browser/places';
import type { Api } from '../sync/api';
import type { Connection } from '../sync/connection';
import type { Lists } from '../sync/lists';
import type { Me, Memo } from '../sync/model';
import type { Person } from '../sync/person';

/** The delay before the mark is sent, in milliseconds: more memos may come into view. */
const tellAfter = 2000;

/** The dependencies of Seen. */
export interface SeenNeeds {
  api: Pick<Api, 'see'>;
  browser: Browser;
  clock: Clock;
  connection: Connection;
  lists: Lists;
  person: Person;
  places: Places;
}

/**
 * What others have written since the person was here last. A visit lasts as long as the
 * page is in sight; memos that come after it are new in the next. Times are ISO 8601.
 */
export class Seen {
  /** The time after which memos of others are new in this visit; "": none is, since it is the first. */
  readonly line: ReadonlySignal<string>;

  /** How many memos are new. */
  readonly fresh = computed(() => (this.line.value ? this.since(this.line.value).length : 0));

  /** How many memos have arrived while the list was not in sight. */
  readonly unseen = computed(() => (this.until.value ? this.since(this.until.value).length : 0));

  /** The memos of others that arrived last while the list was in sight, newest first. */
  readonly came = signal<readonly Memo[]>([]);

  private readonly start = signal('');

  /** The time up to which every memo was in sight; "" before the list has been. */
  private readonly until = signal('');

  /** The same when the page was last hidden. */
  private left = '';

  /** The time that the server knows. */
  private sentUntil = '';

  /** When the page became visible, in Unix milliseconds; lists that were read since then belong to the visit. */
  private readonly begun = signal(0);

  /** Whether the lists of the visit have been in sight. */
  private looked = false;

  private readonly sight: ReadonlySignal<boolean>;

  constructor(private readonly needs: SeenNeeds) {
    this.line = this.start;
    this.sight = computed(() => this.begun.value > 0 && needs.places.place.value === 'memos');
  }

  /** Whether a memo is new in this visit. */
  isNew = ({ userId, timestamp }: Memo): boolean =>
    !!this.line.value && timestamp > this.line.value && userId !== this.myself();

  /** Takes the seen time from the server; in another family, memos count as seen up to now. */
  learn(before: Me | null, { user, family, lastSeenAt = '' }: Me): void {
    const same = before?.user.userId === user.userId && before.family.id === family.id;
    if (!same) this.forget();
    if (!this.sentUntil) this.start.value = lastSeenAt;
    else if (this.left) this.left = later(this.left, lastSeenAt);
    this.sentUntil = later(this.sentUntil, lastSeenAt);
  }

  /** Clears the marks: another person or family is shown next. */
  forget(): void {
    this.start.value = this.until.value = this.left = this.sentUntil = '';
    this.came.value = [];
    this.looked = false;
  }

  /** Watches the memos in view, until the page ends. */
  follow(ended: AbortSignal): void {
    const { browser, clock } = this.needs;
    const { document } = browser;
    const look = () => {
      this.begun.value = document.visibilityState === 'visible' ? clock.time() : 0;
      this.looked = false;
      if (!this.begun.value) this.left = this.until.peek();
    };
    look();
    document.addEventListener('visibilitychange', look, { signal: ended });
    ended.addEventListener(
      'abort',
      effect(() => this.see()),
    );
    ended.addEventListener(
      'abort',
      effect(() => this.tell()),
    );
  }

  /** Records the memos in view now; a return to the page begins another visit. */
  private see(): void {
    const { lists } = this.needs;
    const newest = lists.confirmed.value.memos[0]?.timestamp ?? '';
    if (!this.sight.value || lists.lastSynced.value < this.begun.value) return;
    const last = this.until.peek();
    const came = this.looked && newest > last ? this.since(last) : [];
    if (came.length > 0) this.came.value = came;
    if (this.left && this.since(this.left).length > 0) this.start.value = this.left;
    this.left = '';
    this.looked = true;
    this.until.value = later(last, newest);
  }

  /** Sends the mark to the server after a delay. */
  private tell(): (() => void) | undefined {
    const { api, connection } = this.needs;
    const until = this.until.value;
    if (!this.sight.value || !connection.connected.value || until <= this.sentUntil) return undefined;
    const timer = setTimeout(() => {
      const before = this.sentUntil;
      this.sentUntil = later(before, until);
      void api.see(until).catch(() => {
        if (this.sentUntil === until) this.sentUntil = before; // it is sent again with the next mark, or with the next connection
      });
    }, tellAfter);
    return () => clearTimeout(timer);
  }

  /** The memos of others after a time, newest first. */
  private since(moment: string): Memo[] {
    const found: Memo[] = [];
    for (const memo of this.needs.lists.confirmed.value.memos) {
      if (memo.timestamp <= moment) break;
      if (memo.userId !== this.myself()) found.push(memo);
    }
    return found;
  }

  private myself(): string | undefined {
    return this.needs.person.me.value?.user.userId;
  }
}

const later = (a: string, b: string) => (a > b ? a : b);
