import { effect } from '@preact/signals';
import type { Clock } from '../browser/clock';
import type { Places } from '../browser/places';
import type { Api } from './api';
import type { Connection } from './connection';
import { dropListed, type FetchPage, firstLimit, type LoadedPage, nextLimit, reload, unlisted } from './feed';
import type { Lists } from './lists';
import { ApiError, type Memo, type MemoFilter, type MemoPage } from './model';
import type { Person } from './person';

/** Pages that are requested again at a hint, and when the page becomes visible again. */
const hintDepth = 3;
const deepDepth = 20;

/** How long after a stream the lists that were requested with it are read again, in milliseconds. */
const recheckAfter = 3000;

/** The first page, requested before its person was known, with the pages that it was based on, and its time. */
export interface Early {
  at: number;
  known: LoadedPage | undefined;
  page: Promise<MemoPage>;
}

/** A refresh that has not begun. */
interface Planned {
  deep: boolean;
  early: Early | undefined;
  done: Promise<boolean>;
}

/** The dependencies of Sync. */
export interface SyncNeeds {
  api: Pick<Api, 'memos' | 'memo'>;
  connection: Connection;
  person: Person;
  lists: Lists;
  places: Places;
  clock: Clock;
}

/** Keeps the lists up to date, one request at a time. */
export class Sync {
  private queue: Promise<unknown> = Promise.resolve();
  private planned: Planned | undefined;

  private due: ReturnType<typeof setTimeout> | undefined;

  /** When the shown lists were requested, in Unix milliseconds. */
  private askedAt = 0;

  /** The ids of memos that the server is asked for one by one. */
  private readonly reviewed = new Set<string>();

  /** Authors who were not known although the members were read again: they have left. */
  private strangers = '';

  constructor(private readonly needs: SyncNeeds) {}

  /**
   * Brings the lists up to date, the trash where it is in sight; deep goes further down.
   * early is the result of begin. Reports whether the server answered. Many calls at
   * a time become one.
   */
  refresh(deep = false, early?: Early): Promise<boolean> {
    if (this.planned) {
      this.planned.deep ||= deep;
      return this.planned.done;
    }
    const planned: Planned = { deep, early, done: Promise.resolve(false) };
    planned.done = this.inTurn(() => {
      this.planned = undefined;
      return this.needs.connection.reach(() => this.readLists(planned));
    });
    this.planned = planned;
    return planned.done;
  }

  /**
   * Reads the lists again when a stream has begun; together: they were requested with it. The server may then have read
   * them just before a change and begun the stream just after it, which is rare: they are read a little later.
   */
  recheck(together: boolean): void {
    clearTimeout(this.due);
    if (together) this.due = setTimeout(() => void this.refresh(), recheckAfter);
    else void this.refresh();
  }

  /** Requests the first page while the server is asked who is signed in. */
  begin(): Early {
    const known = this.needs.lists.pages.peek()[0];
    const page = this.fetcher({})('', firstLimit, known);
    page.catch(() => undefined); // its awaiting caller sees the error
    return { at: this.needs.clock.time(), known, page };
  }

  /** Asks the server for the memos of own changes that a later list lacks, unless the list lags. */
  async review(): Promise<void> {
    const { own, loaded } = this.needs.lists;
    const missing = unlisted(own.peek(), loaded.peek(), this.askedAt).filter(({ id }) => !this.reviewed.has(id));
    await Promise.all(
      missing.map(async (memo) => {
        this.reviewed.add(memo.id);
        await this.ask(memo).finally(() => this.reviewed.delete(memo.id));
      }),
    );
  }

  /** Loads the next older page. */
  loadMore = (): Promise<boolean> => this.more(this.needs.lists.pages, {});

  /** Loads the next page of the trash. */
  loadMoreTrash = (): Promise<boolean> => this.more(this.needs.lists.trashPages, { deleted: true });

  /** Reads the lists when the person joins another family, and the trash when it is opened, until the page ends. */
  follow(ended: AbortSignal): void {
    const { person, places } = this.needs;
    const { family } = person;
    let before = '';
    ended.addEventListener(
      'abort',
      effect(() => {
        if (before && family.value) void this.refresh(true);
        before = family.value;
      }),
    );
    ended.addEventListener('abort', () => clearTimeout(this.due));
    ended.addEventListener(
      'abort',
      effect(() => {
        if (places.place.value === 'trash' && family.value) void this.refresh();
      }),
    );
  }

  /** Shows a memo in the server's present version. Without an answer the lists show it when they are read again. */
  private async ask(memo: Memo): Promise<void> {
    const { api, lists, clock } = this.needs;
    const now = await api
      .memo(memo.id)
      .catch((e: unknown) => (e instanceof ApiError ? e : new ApiError(0, 'internal')));
    const shown = lists.own.peek().get(memo.id);
    if (shown?.memo.version !== memo.version) return;
    if (!(now instanceof ApiError)) {
      if (now.version === memo.version && !now.deleted) return;
      lists.own.value = new Map([...lists.own.peek(), [memo.id, { memo: now, at: clock.time() }]]);
    } else if (now.status === 404) {
      lists.own.value = new Map([...lists.own.peek()].filter(([id]) => id !== memo.id));
    }
  }

  private inTurn<T>(job: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(job, job);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async readLists({ deep, early }: Planned): Promise<void> {
    const { lists, places, clock, person } = this.needs;
    const { family, memberOf } = person;
    const before = family.value;
    if (!before) return;
    const askedAt = early?.at ?? clock.time();
    const fresh = await reload(lists.pages.value, this.firstFrom(early, before), deep ? deepDepth : hintDepth);
    if (family.value !== before) return;
    lists.pages.value = fresh;
    const thrown =
      places.place.value === 'trash'
        ? await reload(lists.trashPages.value, this.fetcher({ deleted: true }), deep ? deepDepth : 1)
        : lists.trashPages.value;
    if (family.value !== before) return;
    lists.trashPages.value = thrown;
    lists.own.value = dropListed(lists.own.value, lists.loaded.value, clock.time());
    lists.lastSynced.value = clock.tick();
    this.askedAt = askedAt;
    void this.review();
    if (fresh.some((p) => p.memos.some((m) => !memberOf(m.userId)))) await this.meetAuthors(fresh);
  }

  private async meetAuthors(fresh: readonly LoadedPage[]): Promise<void> {
    const { person } = this.needs;
    const unknown = () =>
      [...new Set(fresh.flatMap((p) => p.memos.map((m) => m.userId)))].filter((id) => !person.memberOf(id)).join();
    if (unknown() === this.strangers) return;
    await person.refresh();
    this.strangers = unknown();
  }

  /** Fetches pages; the first is the early one, if it is of this family and nothing else has been shown since. */
  private firstFrom(early: Early | undefined, family: string): FetchPage {
    const fetch = this.fetcher({});
    return async (cursor, limit, known) => {
      if (cursor || !early || early.known !== known) return fetch(cursor, limit, known);
      const page = await early.page;
      return page.memos.every((memo) => memo.familyId === family) ? page : fetch(cursor, limit, known);
    };
  }

  private fetcher(filter: MemoFilter): FetchPage {
    return (cursor, limit, known) => this.needs.api.memos(cursor, known, { ...filter, limit });
  }

  private more(list: Lists['pages'], filter: MemoFilter): Promise<boolean> {
    const { api, connection, person } = this.needs;
    const { family } = person;
    return this.inTurn(() =>
      connection.reach(async () => {
        const cursor = list.value.at(-1)?.nextCursor;
        if (!cursor) return;
        const before = family.value;
        const page = await api.memos(cursor, undefined, { ...filter, limit: nextLimit });
        if (family.value === before) list.value = [...list.value, { ...page, cursor, limit: nextLimit }];
      }, true),
    );
  }
}
