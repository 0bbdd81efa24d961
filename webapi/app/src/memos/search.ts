import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Places } from '../browser/places';
import type { Api } from '../sync/api';
import type { ListedMemo } from '../sync/changes';
import type { Connection } from '../sync/connection';
import { newestFirst } from '../sync/feed';
import type { Lists } from '../sync/lists';
import { ApiError, type Memo, type MemoPage } from '../sync/model';
import type { Person } from '../sync/person';
import { fold, hasEmoji } from './fold';

/** A query; author is a userId, "" for all members. */
export interface Query {
  text: string;
  author: string;
}

/** The results so far; offline: only this device was searched; problem: the server's reason. */
export interface FoundState {
  memos: readonly ListedMemo[];
  more: boolean;
  busy: boolean;
  offline: boolean;
  problem: string;
}

/** The server's results for a query. */
interface Remote {
  asked: string;
  memos: readonly Memo[];
  nextCursor: string;
  busy: boolean;
  offline: boolean;
  problem: string;
}
const nothing: Remote = { asked: '', memos: [], nextCursor: '', busy: false, offline: false, problem: '' };

/** How long after the last key the server is asked, in milliseconds. */
const askAfter = 250;

/** How long after the last key the address changes, in milliseconds; browsers limit how often it may change. */
const noteAfter = 500;

/** How many folded texts are kept at most. */
const mostFolded = 20_000;

const nameOf = ({ text, author }: Query) => (text.trim() || author ? JSON.stringify([text.trim(), author]) : '');

/** The dependencies of Search. */
export interface SearchNeeds {
  api: Pick<Api, 'memos'>;
  connection: Connection;
  person: Person;
  lists: Lists;
  places: Places;
}

/** Searches memos by words and by person: on this device immediately, and then on the server. */
export class Search {
  readonly query: Signal<Query>;

  /** Whether the list is filtered. */
  readonly narrowed = computed(() => !!this.query.value.text.trim() || !!this.query.value.author);

  private readonly asked = computed(() => nameOf(this.query.value));
  private readonly remote = signal<Remote>(nothing);

  private readonly local = computed<readonly ListedMemo[]>(() => {
    const { memos } = this.needs.lists;
    if (!this.asked.value) return memos.value;
    return this.having([this.query.value.text]);
  });

  /** The memos on this device that have all words of the query, in any order. */
  private readonly loose = computed<readonly ListedMemo[]>(() => {
    const words = this.query.value.text.split(/\s+/).filter(Boolean);
    return words.length > 1 ? this.having(words) : [];
  });

  /** The results on this device, merged with the server's. */
  readonly found: ReadonlySignal<FoundState> = computed(() => {
    if (!this.asked.value) return { ...nothing, memos: this.local.value, more: this.needs.lists.hasMore.value };
    const more = this.remote.value.asked === this.asked.value ? this.remote.value : { ...nothing, busy: true };
    const none = this.local.value.length === 0 && more.memos.length === 0;
    const here = none ? this.loose.value : this.local.value;
    return { ...more, memos: this.together(here, more.memos), more: !!more.nextCursor };
  });

  /** The memos of the list: the results, or every memo. They are the same when only the state of the search changes. */
  readonly shown = computed(() => (this.narrowed.value ? this.found.value.memos : this.needs.lists.memos.value));

  /** Folded texts, which are needed again at every letter typed. */
  private readonly folded = new Map<string, string>();

  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly needs: SearchNeeds) {
    this.query = signal(needs.places.narrowing());
  }

  /** Asks the server for the next memos that match. */
  more = async (): Promise<void> => {
    const { asked: name, nextCursor, busy } = this.remote.value;
    if (!nextCursor || busy || name !== this.asked.value) return;
    await this.ask(name, nextCursor);
  };

  /** Changes the query; absent fields stay. */
  narrow(change: Partial<Query>): void {
    const before = this.query.peek();
    const next = { ...before, ...change };
    if (next.text !== before.text || next.author !== before.author) this.query.value = next;
  }

  /** Clears the query. */
  forget(): void {
    this.query.value = { text: '', author: '' };
  }

  /** Asks the server when the person has stopped typing, and again when the list has changed, until the page ends. */
  follow(ended: AbortSignal): void {
    const { person, lists, places } = this.needs;
    const { pages, own } = lists;
    const stop = effect(() => {
      const name = this.asked.value;
      if (!name || !person.family.value) return void (this.remote.value = nothing);
      void [pages.value, own.value]; // another list may have other matches, and a changed memo another text
      clearTimeout(this.retry);
      const timer = setTimeout(() => void this.ask(name, ''), askAfter);
      return () => clearTimeout(timer);
    });
    const stopMissing = effect(() => {
      const { author } = this.query.value; // the memos of a member who leaves go with them
      if (author && person.me.value && !person.memberOf(author)) this.narrow({ author: '' });
    });
    const stopNoting = effect(() => {
      const { text, author } = this.query.value;
      const note = () => places.narrow({ text: text.trim(), author });
      if (!this.narrowed.value || !places.narrowed.peek()) return note(); // a step of the history, to which Back leads
      const timer = setTimeout(note, noteAfter);
      return () => clearTimeout(timer);
    });
    const stopReturning = effect(() => {
      const given = places.narrowing();
      if (nameOf(given) !== nameOf(this.query.peek())) this.query.value = given;
    });
    ended.addEventListener('abort', () => {
      stop();
      stopMissing();
      stopNoting();
      stopReturning();
      clearTimeout(this.retry);
      this.remote.value = nothing; // a later answer leads to no other request
    });
  }

  private async ask(name: string, cursor: string): Promise<void> {
    const { text, author } = this.query.peek();
    const last = this.remote.peek();
    const before = cursor ? last : { ...nothing, memos: last.asked === name ? last.memos : [] };
    this.remote.value = { ...before, asked: name, busy: true, problem: '' };
    const { page, late } = await this.pageOf(cursor, { text: text.trim(), author });
    if (this.remote.peek().asked !== name) return;
    if (page)
      this.remote.value = {
        ...nothing,
        asked: name,
        memos: cursor ? [...before.memos, ...page.memos] : page.memos,
        nextCursor: page.nextCursor,
      };
    else
      this.remote.value = {
        ...before,
        asked: name,
        busy: false,
        offline: !late,
        problem: late ? this.needs.connection.sentenceFor(late) : '',
      };
    if (late) this.again(name, cursor, late.retryAfter);
  }

  /** One page of matches; late: the server wants a later request. Neither: it was not reached. */
  private async pageOf(cursor: string, query: Query): Promise<{ page?: MemoPage; late?: ApiError }> {
    const { api, connection } = this.needs;
    const answer: { page?: MemoPage; late?: ApiError } = {};
    await connection.reach(async () => {
      try {
        answer.page = await api.memos(cursor, undefined, query);
      } catch (e) {
        if (!(e instanceof ApiError && e.status === 429)) throw e;
        answer.late = e;
      }
    });
    return answer;
  }

  /** Asks again when the server allows another search, if the query is still the same. */
  private again(name: string, cursor: string, after: number): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(
      () => this.remote.peek().asked === name && void this.ask(name, cursor),
      Math.max(after, 1000),
    );
  }

  /** The local results with those that only the server has found, without memos deleted here. */
  private together(here: readonly ListedMemo[], there: readonly Memo[]): readonly ListedMemo[] {
    if (there.length === 0) return here;
    const { memos, trash } = this.needs.lists;
    const known = new Set([...memos.value, ...trash.value].map((m) => m.id));
    const others = there.filter((m) => !known.has(m.id));
    return others.length > 0 ? [...here, ...others].sort(newestFirst) : here;
  }

  /** The memos on this device that contain all of some texts, by the author of the query. */
  private having(texts: readonly string[]): readonly ListedMemo[] {
    const { text, author } = this.query.value;
    const withEmoji = hasEmoji(text);
    const wanted = texts.map((each) => fold(each, withEmoji)).filter(Boolean);
    return this.needs.lists.memos.value.filter((m) => {
      if (author && m.userId !== author) return false;
      if (wanted.length === 0) return m.content.includes(text.trim()); // nothing is left of it, such as of a hyphen
      const content = withEmoji ? fold(m.content, true) : this.foldedOf(m.content);
      return wanted.every((each) => content.includes(each));
    });
  }

  private foldedOf(content: string): string {
    let text = this.folded.get(content);
    if (text === undefined) {
      if (this.folded.size > mostFolded) this.folded.clear();
      this.folded.set(content, (text = fold(content)));
    }
    return text;
  }
}
