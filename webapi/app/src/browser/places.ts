import { signal } from '@preact/signals';
import type { Browser } from './browser';

/** The places of the app, each with an address of its own. */
export type Place = 'memos' | 'trash' | 'family';

const addresses: Record<Place, string> = { memos: '/', trash: '/trash', family: '/family' };

/** The place that an address shows; /join and /share show the memos. */
function placeOf(path: string): Place {
  return path === '/trash' ? 'trash' : path === '/family' ? 'family' : 'memos';
}

/** The address of a place, for links. */
export const addressOf = (to: Place): string => addresses[to];

/** The current place; it follows the address, and the browser's Back. */
export class Places {
  readonly place = signal<Place>('memos');

  /** The id of the memo that is open beside or over the list. */
  readonly selected = signal<string | null>(null);

  /** Whether the page was opened to write a memo: from another app, or by the shortcut of the icon. */
  readonly toWrite: boolean;

  constructor(private readonly browser: Browser) {
    const { pathname } = browser.location;
    this.place.value = placeOf(pathname);
    this.toWrite = pathname === '/share';
  }

  /** Goes to the top of a place; Back leads to the previous one. */
  goTo(to: Place): void {
    const { location, history } = this.browser;
    if (location.pathname !== addresses[to]) history.pushState(null, '', addresses[to]);
    this.arrive();
    this.browser.scrollTo(0, 0);
  }

  /** Puts the address in order without a step that Back would go to. */
  settle(): void {
    const { location, history } = this.browser;
    const address = addresses[this.place.value];
    if (location.pathname + location.search !== address) history.replaceState(null, '', address);
  }

  /** Follows the address until the page ends. */
  follow(ended: AbortSignal): void {
    this.browser.addEventListener('popstate', () => this.arrive(), { signal: ended });
  }

  private arrive(): void {
    const to = placeOf(this.browser.location.pathname);
    if (to !== this.place.value) this.selected.value = null;
    this.place.value = to;
  }
}
