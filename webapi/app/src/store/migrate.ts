import type { Change } from '../changes';
import type { Store } from './store';

type Items = Pick<Storage, 'getItem' | 'removeItem' | 'key' | 'length'>;

/** Where the first versions of the page kept unsent memos: one item for each, under its person and key. */
const prefix = 'unsent/';

/**
 * Takes over the unsent memos that an earlier version of the page left, whoever
 * wrote them. An item goes only when it is kept in its new place.
 */
export async function migrate(from: Items, store: Store): Promise<void> {
  const names = Array.from({ length: from.length }, (_, i) => from.key(i) ?? '').filter((name) => name.startsWith(prefix)).sort(); // keys rise with time
  for (const name of names) {
    const end = name.lastIndexOf('/');
    const userId = name.slice(prefix.length, end);
    const change = changeOf(name.slice(end + 1), from.getItem(name));
    if (change) await store.alter(userId, (queue) => (queue.some((c) => c.key === change.key) ? queue : [...queue, change]));
    from.removeItem(name);
  }
}

/** The item as a change. It was tried at once then, so that it may have arrived. */
function changeOf(key: string, item: string | null): Change | undefined {
  try {
    const { content, at } = JSON.parse(item ?? '') as { content?: unknown; at?: unknown };
    if (typeof content !== 'string' || typeof at !== 'number') return undefined;
    return { key, kind: 'add', content, at, state: 'waiting', tries: 1 };
  } catch {
    return undefined;
  }
}
