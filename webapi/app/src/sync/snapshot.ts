import { effect } from '@preact/signals';
import { store } from '../browser/tabs';
import { seen } from '../family/badge';
import { firstLimit, nextLimit } from './feed';
import { lastSynced, me, own, pages, session, trashPages } from './lists';
import type { Snapshot } from './store/store';

/** Pages that are kept: what fills the first screens without the server. */
const keptPages = 2;
const keptTrashPages = 1;

/** How many memos, and memos of the trash, that is at most. */
export const keptMemos = firstLimit + (keptPages - 1) * nextLimit;
export const keptTrashed = firstLimit + (keptTrashPages - 1) * nextLimit;

/** How long changes are gathered before they are written, in milliseconds. */
const gather = 200;

/** Shows what was kept of a person's last session; says whether anything was. */
export async function showSnapshot(userId: string): Promise<boolean> {
  const kept = await store.snapshot(userId);
  if (!kept) return false;
  seen.value = (await store.seen(userId)) ?? null;
  me.value = kept.me;
  pages.value = kept.pages;
  trashPages.value = kept.trashPages;
  own.value = kept.own;
  lastSynced.value = kept.lastSynced;
  return true;
}

/** Keeps from now on what is shown, for a start without the server. */
export function keepSnapshots(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = false;
  const keep = () => {
    clearTimeout(timer);
    if (due && me.value && session.value === 'in') void store.keep(me.value.user.userId, current(me.value));
    due = false;
  };
  effect(() => {
    void [me.value, pages.value, trashPages.value, own.value, lastSynced.value];
    due = true;
    clearTimeout(timer);
    timer = setTimeout(keep, gather);
  });
  document.addEventListener('visibilitychange', keep); // a page out of sight may end without a word
}

function current(person: Snapshot['me']): Snapshot {
  return {
    me: person,
    pages: pages.value.slice(0, keptPages),
    trashPages: trashPages.value.slice(0, keptTrashPages),
    own: own.value,
    lastSynced: lastSynced.value,
  };
}
