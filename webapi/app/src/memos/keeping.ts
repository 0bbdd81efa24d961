import { computed, effect, type Signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import { askToPersist } from '../browser/persist';
import type { Lists } from '../sync/lists';
import type { Person } from '../sync/person';
import type { SturdyStore } from '../sync/store/sturdy';
import { differs, type Edits } from './edits';

/** The dependencies of keepAdded and askBeforeLoss. */
export interface KeepingNeeds {
  browser: Browser;
  store: Pick<SturdyStore, 'persist' | 'refused' | 'unwritten'>;
  person: Person;
  lists: Lists;
  draft: Signal<string>;
  edits: Edits;
}

/** Asks the browser for persistent storage once there is an unsent change, until the page ends. */
export function keepAdded({ browser, store, person, lists }: KeepingNeeds, ended: AbortSignal): void {
  const ask = async () => {
    const { userId = '' } = person.me.peek()?.user ?? {};
    if (!(await store.persist(userId))) await askToPersist(browser);
  };
  const stop = effect(() => {
    if (lists.changes.value.length === 0) return;
    queueMicrotask(() => stop());
    void ask().catch(() => undefined); // a browser that refuses storage keeps nothing
  });
  ended.addEventListener('abort', () => stop());
}

/**
 * Makes the browser ask before the page closes while a text is in its memory only, until the page ends. Browsers do not
 * ask on a page without a gesture of the person (HTML, "sticky activation").
 */
export function askBeforeLoss({ browser, store, lists, draft, edits }: KeepingNeeds, ended: AbortSignal): void {
  const only = computed(() => {
    const texts = lists.changes.value.length > 0 || draft.value || [...edits.all.value.values()].some(differs);
    return store.unwritten.value > 0 || (store.refused.value && !!texts);
  });
  const stop = effect(() => {
    if (!only.value) return; // the browser keeps no page for Back that listens to this event
    const until = new AbortController();
    const ask = (event: Event) => browser.navigator.userActivation?.hasBeenActive !== false && event.preventDefault();
    browser.addEventListener('beforeunload', ask, { signal: until.signal });
    return () => until.abort();
  });
  ended.addEventListener('abort', () => stop());
}
