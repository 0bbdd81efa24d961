import { effect } from '@preact/signals';
import type { Clock } from '../browser/clock';
import type { Places } from '../browser/places';
import type { Api } from './api';
import type { Connection } from './connection';
import { type FetchPage, type LoadedPage, nextLimit, reload, settle } from './feed';
import type { Lists } from './lists';
import type { MemoFilter } from './model';
import type { Person } from './person';

/** Pages that are asked for again at a hint, and when the page comes back into sight. */
const hintDepth = 3;
const deepDepth = 20;

/** The dependencies of Sync. */
export interface SyncNeeds {
  api: Pick<Api, 'memos'>;
  connection: Connection;
  person: Person;
  lists: Lists;
  places: Places;
  clock: Clock;
}

/** Keeps the lists up to date. Work on them happens one at a time. */
export class Sync {
  private queue: Promise<unknown> = Promise.resolve();
  private planned: { deep: boolean; done: Promise<boolean> } | undefined;

  /** Authors who were not known although the members were read again: they have left. */
  private strangers = '';

  constructor(private readonly needs: SyncNeeds) {}

  /**
   * Brings the lists up to date; deep goes further down and looks into the trash.
   * Returns whether the server answered. Many calls at a time become one.
   */
  refresh(deep = false): Promise<boolean> {
    if (this.planned) {
      this.planned.deep ||= deep;
      return this.planned.done;
    }
    const done = this.inTurn(() => {
      const wanted = this.planned?.deep ?? deep;
      this.planned = undefined;
      return this.needs.connection.reach(() => this.readLists(wanted));
    });
    this.planned = { deep, done };
    return done;
  }

  /** Loads the next older page. */
  loadMore = (): Promise<boolean> => this.more(this.needs.lists.pages, {});

  /** Loads the next page of the trash. */
  loadMoreTrash = (): Promise<boolean> => this.more(this.needs.lists.trashPages, { deleted: true });

  /** Reads the lists when the person's family changes, and the trash when it is opened, until the page ends. */
  follow(ended: AbortSignal): void {
    const { person, places } = this.needs;
    const { family } = person;
    ended.addEventListener(
      'abort',
      effect(() => {
        if (family.value) void this.refresh(true);
      }),
    );
    ended.addEventListener(
      'abort',
      effect(() => {
        if (places.place.value === 'trash' && family.value) void this.refresh();
      }),
    );
  }

  private inTurn<T>(job: () => Promise<T>): Promise<T> {
    const turn = this.queue.then(job, job);
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async readLists(deep: boolean): Promise<void> {
    const { lists, places, clock, person } = this.needs;
    const { family, memberOf } = person;
    const before = family.value;
    if (!before) return;
    const fresh = await reload(lists.pages.value, this.fetcher({}), deep ? deepDepth : hintDepth);
    const sending = lists.changes.value.some((c) => c.kind === 'add' && c.state === 'sending');
    if (family.value !== before) return;
    if (!sending || lists.pages.value.length === 0) lists.pages.value = fresh; // a memo just being sent would show twice
    const wanted = deep || places.place.value === 'trash' || !lists.trashListed.value;
    const thrown = wanted
      ? await reload(lists.trashPages.value, this.fetcher({ deleted: true }), deep ? deepDepth : 1)
      : lists.trashPages.value;
    if (family.value !== before) return;
    lists.trashPages.value = thrown;
    lists.own.value = settle(lists.own.value, [...lists.pages.value, ...thrown], clock.time());
    lists.lastSynced.value = clock.tick();
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
