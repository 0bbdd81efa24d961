import { signal } from '@preact/signals';

/** The places of the app, each with an address of its own. */
export type Place = 'memos' | 'trash' | 'family';

const addresses: Record<Place, string> = { memos: '/', trash: '/trash', family: '/family' };

/** The place that an address shows; /join and /share show the memos. */
export function placeOf(path: string): Place {
  return path === '/trash' ? 'trash' : path === '/family' ? 'family' : 'memos';
}

/** Where one is; it follows the address, and the browser's Back. */
export const place = signal<Place>(placeOf(location.pathname));

/** The id of the memo that is open beside or over the list. */
export const selected = signal<string | null>(null);

/** The address of a place, for links. */
export const addressOf = (to: Place): string => addresses[to];

/** Goes to a place, to its top; Back leads to where one was. */
export function goTo(to: Place): void {
  if (location.pathname !== addresses[to]) history.pushState(null, '', addresses[to]);
  arrive();
  scrollTo(0, 0);
}

/** Puts the address in order without a step that Back would go to. */
export function settleAddress(): void {
  const address = addresses[place.value];
  if (location.pathname + location.search !== address) history.replaceState(null, '', address);
}

/** Follows the address from now on. */
export function followAddress(): void {
  addEventListener('popstate', arrive);
}

function arrive(): void {
  const to = placeOf(location.pathname);
  if (to !== place.value) selected.value = null;
  place.value = to;
}
