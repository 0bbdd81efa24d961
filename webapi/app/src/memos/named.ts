import { effect } from '@preact/signals';
import type { Places } from '../browser/places';
import type { FamilyMessages } from '../messages';
import type { Notices } from '../messages/notices';
import type { Api } from '../sync/api';
import type { Connection } from '../sync/connection';
import { type LoadedPage, newestFirst } from '../sync/feed';
import type { Lists } from '../sync/lists';
import { ApiError, type Memo } from '../sync/model';
import type { Person } from '../sync/person';
import type { List } from './list';

/** The dependencies of Named. */
export interface NamedNeeds {
  api: Pick<Api, 'memo'>;
  connection: Connection;
  person: Person;
  places: Places;
  lists: Lists;
  list: Pick<List, 'cursor' | 'show'>;
  notices: Notices;
}

/** Opens the memo named by an address, in any list, or shows why it cannot be opened. */
export class Named {
  /** The id of the memo that the server is or was asked for. */
  private asked = '';

  /** The id of a missing memo. It may appear: a list may lag behind a notification. */
  private awaited = '';

  /** t has the sentences. */
  constructor(
    private readonly needs: NamedNeeds,
    private readonly t: FamilyMessages,
  ) {}

  /** Starts, until the page ends. */
  follow(ended: AbortSignal): void {
    const { places, lists, connection, person } = this.needs;
    const stop = effect(() => {
      if (places.place.value !== 'memos' || (places.selected.value && !places.named.value)) this.awaited = '';
      const id = places.named.value || this.awaited;
      if (places.named.value) this.awaited = '';
      if (!id || places.place.value !== 'memos') return void (this.asked = '');
      if (lists.memos.value.some((memo) => memo.id === id)) {
        const timer = setTimeout(() => this.open(id));
        return () => clearTimeout(timer);
      }
      const known = person.session.value === 'in' && connection.connected.value && lists.lastSynced.value > 0;
      if (known && this.asked !== id && this.awaited !== id) void this.ask(id);
    });
    const review = effect(() => {
      const [memo] = lists.lastSynced.value ? lists.asked.peek() : [];
      if (memo) void this.review(memo);
    });
    ended.addEventListener('abort', () => (stop(), review()));
  }

  /** Opens a memo of the list and focuses its row. */
  private open(id: string): void {
    const { places, lists, list } = this.needs;
    const memo = lists.memos.peek().find((memo) => memo.id === id);
    if (!memo) return;
    list.show(memo);
    places.selected.value = id;
    places.named.value = this.awaited = '';
    list.cursor.goTo(id);
    list.cursor.focus();
  }

  /** Requests a memo that is not in the list: it is older than the loaded pages, in the trash, or missing. */
  private async ask(id: string): Promise<void> {
    const { api, person, places, lists, notices } = this.needs;
    const family = person.family.peek();
    this.asked = id;
    try {
      const memo = await api.memo(id);
      if (places.named.peek() !== id || person.family.peek() !== family) return;
      lists.asked.value = [memo];
      if (!memo.deleted) return;
      places.named.value = '';
      places.goTo('trash');
      notices.news(this.t.memoInTrash);
    } catch (e) {
      if (places.named.peek() === id) this.explain(id, e);
    }
  }

  /** Keeps the requested memo up to date, each time the lists have been read, until they have it. */
  private async review(memo: Memo): Promise<void> {
    const { api, connection, lists } = this.needs;
    const stays = () => lists.asked.peek()[0]?.id === memo.id;
    if (covers(memo.deleted ? lists.trashPages.peek() : lists.pages.peek(), memo)) return void (lists.asked.value = []);
    try {
      const now = await api.memo(memo.id);
      if (stays()) lists.asked.value = [now];
    } catch (e) {
      if (e instanceof ApiError && e.passing) return; // it is requested again when the lists are read
      connection.explain(e);
      if (stays()) lists.asked.value = [];
    }
  }

  /**
   * Shows that a memo is missing, unless that is unknown: it is requested again after
   * the connection was lost, or when the person has signed in again.
   */
  private explain(id: string, e: unknown): void {
    const { connection, places, notices } = this.needs;
    const { passing = false, status = 0 } = e instanceof ApiError ? e : {};
    if (passing || status === 401) this.asked = '';
    if (passing) return connection.noteFailure(e);
    connection.explain(e);
    if (status === 401) return;
    this.awaited = id;
    places.named.value = '';
    notices.error(this.t.memoMissing);
  }
}

/** Whether the pages have a memo in the known version, or would have it if it existed. */
function covers(pages: readonly LoadedPage[], memo: Memo): boolean {
  const memos = pages.flatMap((page) => page.memos);
  const shown = memos.find(({ id }) => id === memo.id);
  if (shown) return shown.version >= memo.version;
  const last = memos.at(-1);
  return pages.at(-1)?.nextCursor === '' || (!!last && newestFirst(memo, last) < 0);
}
