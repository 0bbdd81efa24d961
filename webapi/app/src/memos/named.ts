import { effect } from '@preact/signals';
import type { Places } from '../browser/places';
import type { Lists } from '../sync/lists';
import type { List } from './list';

/** The dependencies of openNamed. */
export interface NamedNeeds {
  places: Places;
  lists: Lists;
  list: Pick<List, 'cursor' | 'show'>;
}

/** Opens the memo that an address has named as soon as it is on the list, and puts the focus on its row, until the page ends. */
export function openNamed({ places, lists, list }: NamedNeeds, ended: AbortSignal): void {
  const stop = effect(() => {
    const memo = lists.memos.value.find(({ id }) => id === places.named.value);
    if (!memo || places.place.value !== 'memos') return undefined;
    const timer = setTimeout(() => {
      places.named.value = '';
      list.show(memo);
      places.selected.value = memo.id;
      list.cursor.goTo(memo.id);
      list.cursor.focus();
    });
    return () => clearTimeout(timer);
  });
  ended.addEventListener('abort', stop);
}
