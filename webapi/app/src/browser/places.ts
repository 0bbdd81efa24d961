import { signal } from '@preact/signals';
import type { Browser } from './browser';

/** The places of the app, each with an address of its own. */
export type Place = 'memos' | 'trash' | 'family';

const addresses: Record<Place, string> = { memos: '/', trash: '/trash', family: '/family' };

/** The place that an address shows; /join and /share show the memos. */
function placeOf(path: string): Place {
  return path === '/trash' ? 'trash' : path === '/family' ? 'family' : 'memos';
}

/** What is narrowed of a list, without what is empty. */
function endOf(given: URLSearchParams): string {
  const kept = new URLSearchParams([...given].filter(([name, value]) => value && /^(q|by)$/.test(name)));
  return kept.size > 0 ? `?${kept}` : '';
}

/** The address of a place, for links. */
export const addressOf = (to: Place): string => addresses[to];

/** The current place; it follows the address, and the browser's Back. */
export class Places {
  readonly place = signal<Place>('memos');

  /** The id of the memo that is open beside or over the list. */
  readonly selected = signal<string | null>(null);

  /** The id of the memo that the address named and that is to be opened, or "". */
  readonly named = signal('');

  /** What the list is narrowed by, as the end of its address: "?q=milk&by=u1", or "". */
  private narrowed = '';

  /** Whether the page was opened to write a memo: from another app, or by the shortcut of the icon. */
  readonly toWrite: boolean;

  constructor(private readonly browser: Browser) {
    const { pathname, search } = browser.location;
    const given = new URLSearchParams(search);
    if (pathname === addresses.memos) this.narrowed = endOf(given);
    this.named.value = given.get('memo') ?? '';
    this.place.value = placeOf(pathname);
    this.toWrite = pathname === '/share';
  }

  /** Goes to the top of a place; Back leads to the previous one. */
  goTo(to: Place): void {
    const { location, history } = this.browser;
    if (location.pathname !== addresses[to]) history.pushState(null, '', this.address(to));
    this.arrive();
    this.browser.scrollTo(0, 0);
  }

  /** Puts the address in order without a step that Back would go to. */
  settle(): void {
    const { location, history } = this.browser;
    const address = this.address(this.place.value);
    if (location.pathname + location.search !== address) history.replaceState(null, '', address);
  }

  /** Returns the words and the person that the list is narrowed by, as the address says. */
  narrowing(): { text: string; author: string } {
    const given = new URLSearchParams(this.narrowed);
    return { text: given.get('q') ?? '', author: given.get('by') ?? '' };
  }

  /** Puts into the address what the list is narrowed by. */
  narrow({ text, author }: { text: string; author: string }): void {
    const narrowed = endOf(new URLSearchParams({ q: text, by: author }));
    if (narrowed === this.narrowed) return;
    this.narrowed = narrowed;
    if (this.browser.location.pathname === addresses.memos) this.settle();
  }

  /** Follows the address until the page ends. */
  follow(ended: AbortSignal): void {
    this.browser.addEventListener('popstate', () => this.arrive(), { signal: ended });
  }

  private address(to: Place): string {
    return addresses[to] + (to === 'memos' ? this.narrowed : '');
  }

  private arrive(): void {
    const to = placeOf(this.browser.location.pathname);
    if (to !== this.place.value) this.selected.value = null;
    this.place.value = to;
  }
}
