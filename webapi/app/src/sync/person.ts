import { computed, signal } from '@preact/signals';
import type { Clock } from '../browser/clock';
import type { Api } from './api';
import type { Connection } from './connection';
import type { Me, Member, Memo } from './model';

/** loading: not known yet; away: the server has not answered, and nothing is stored here; in: also by stored data. */
export type SessionState = 'loading' | 'away' | 'out' | 'in';

/** How long a confirmed identity is trusted while the page is visible, in milliseconds. */
const believedFor = 30_000;

/** An answer of the server about the person, and the one before. */
export interface Answer {
  before: Me | null;
  after: Me;
  /** Whether the caller announces the result. */
  quiet: boolean;
}

/** The most answers kept until they are announced. */
const mostAnswers = 10;

/** The dependencies of Person. */
export interface PersonNeeds {
  api: Pick<Api, 'me'>;
  connection: Connection;
  clock: Clock;
  /** Whether the server does not know yet that the session is over: it must not be used. */
  signOutDue(): boolean;
  /** Called before another family of the person is shown. */
  moved(userId: string): void;
  /** Receives each answer of the server. */
  answered(before: Me | null, after: Me): void;
}

/** The person who is signed in, and their family, as of the server's last answer. */
export class Person {
  readonly session = signal<SessionState>('loading');

  readonly me = signal<Me | null>(null);

  /** The id of the family, "" for none. */
  readonly family = computed(() => this.me.value?.family.id ?? '');

  /** The person in the server's answer if another one was expected; "" for none. */
  readonly stranger = signal('');

  /** The id of the person whose lists and changes this page shows; "" for none. */
  entered = '';

  /** Members by id, for the names of authors. */
  private readonly members = computed(() => new Map(this.me.value?.family.members.map((m) => [m.userId, m])));

  /** The answers not announced yet, oldest first. */
  readonly answers = signal<readonly Answer[]>([]);

  private asked = 0;
  private answered = 0;
  private seenAt = 0;

  constructor(private readonly needs: PersonNeeds) {}

  /** A member by id; undefined for a former member, and for "". */
  memberOf = (userId: string): Member | undefined => this.members.value.get(userId);

  /** The name of a memo's author: a member's present one, else the memo's (of an Echo, the voice's or room's). */
  authorOf = ({ userId, createdByName }: Memo): string => {
    const { source, name } = this.memberOf(userId) ?? {};
    return (source !== 'alexa' && name) || createdByName || '';
  };

  /**
   * Reads the person and their family again, and announces what others have
   * changed. quiet: the caller does.
   */
  async refresh(quiet = false): Promise<Me> {
    const turn = ++this.asked;
    const after = await this.needs.api.me();
    if (turn < this.answered || this.needs.signOutDue()) return this.me.value ?? after; // a later request was answered before this one, or a session has ended
    this.answered = turn;
    this.seen();
    const before = this.me.value;
    if (before && before.family.id !== after.family.id) this.needs.moved(after.user.userId);
    this.me.value = after;
    this.needs.answered(before, after);
    this.answers.value = [...this.answers.peek(), { before, after, quiet }].slice(-mostAnswers);
    return after;
  }

  /** Forgets the person; answers to earlier requests are ignored. */
  forget(): void {
    this.answered = ++this.asked;
    this.me.value = null;
    this.answers.value = [];
  }

  /** Forgets the confirmation of who is signed in: another tab may have signed in as another person meanwhile. */
  unsure(): void {
    this.seenAt = 0;
  }

  /** The age of the last confirmation of who is signed in, in milliseconds. */
  age = (): number => this.needs.clock.time() - this.seenAt;

  /**
   * Whether the server would take a change as this person's. A text must never be sent under the name of another person
   * who signed in on the same device.
   */
  async confirm(userId: string): Promise<boolean> {
    if (this.age() <= believedFor) return this.me.value?.user.userId === userId;
    let who = '';
    await this.needs.connection.reach(async () => void (who = (await this.needs.api.me()).user.userId));
    if (who === userId) this.seen();
    else this.stranger.value = who;
    return who === userId;
  }

  /** Records that the server has just confirmed who is signed in. */
  private seen(): void {
    this.seenAt = this.needs.clock.time();
    this.stranger.value = '';
  }
}
