import { effect } from '@preact/signals';
import { firstLimit, nextLimit } from './feed';
import type { Lists } from './lists';
import type { Person } from './person';
import type { Snapshot, Store } from './store/store';

/** The number of stored pages: enough for the first screens without the server. */
const keptPages = 2;
const keptTrashPages = 1;

/** The greatest number of memos, and of memos of the trash, in a snapshot. */
export const keptMemos = firstLimit + (keptPages - 1) * nextLimit;
export const keptTrashed = firstLimit + (keptTrashPages - 1) * nextLimit;

/** The dependencies of Snapshots. */
export interface SnapshotNeeds {
  store: Pick<Store, 'snapshot' | 'keep'>;
  person: Person;
  lists: Lists;
}

/** Stores the shown lists on this device, for a start without the server. */
export class Snapshots {
  constructor(private readonly needs: SnapshotNeeds) {}

  /** Shows the stored data of a person's last session; returns whether there was any. */
  async show(userId: string): Promise<boolean> {
    const { store, person, lists } = this.needs;
    const kept = await store.snapshot(userId);
    if (!kept) return false;
    person.me.value = kept.me;
    lists.pages.value = kept.pages;
    lists.trashPages.value = kept.trashPages;
    lists.own.value = kept.own;
    lists.lastSynced.value = kept.lastSynced;
    return true;
  }

  /** Stores each change of the shown lists, until the page ends: immediately, since a page may be killed, and one write at a time. */
  follow(ended: AbortSignal): void {
    let due = false;
    let writing = false;
    const write = async () => {
      if (writing) return;
      writing = true;
      while (due && !ended.aborted) {
        due = false;
        await this.keep();
      }
      writing = false;
    };
    const stop = effect(() => {
      this.shown();
      due = true;
      queueMicrotask(write);
    });
    ended.addEventListener('abort', stop);
  }

  /** Stores the shown lists now, with the confirmed changes; resolves when they are on the device. */
  async keep(own = this.needs.lists.own.peek()): Promise<void> {
    const { store, person } = this.needs;
    const me = person.me.peek();
    if (me && person.session.peek() === 'in') await store.keep(me.user.userId, { ...this.current(me), own });
  }

  /** Reads every signal of a snapshot, so that an effect follows it. */
  private shown(): void {
    const { person, lists } = this.needs;
    const { me } = person;
    const { pages, trashPages, own, lastSynced } = lists;
    void [me.value, pages.value, trashPages.value, own.value, lastSynced.value];
  }

  private current(me: Snapshot['me']): Omit<Snapshot, 'own'> {
    const { pages, trashPages, lastSynced } = this.needs.lists;
    const { live: _, ...kept } = me; // its ticket expires
    return {
      me: kept,
      pages: pages.value.slice(0, keptPages),
      trashPages: trashPages.value.slice(0, keptTrashPages),
      lastSynced: lastSynced.value,
    };
  }
}
