import { batch, computed, effect, type Signal, signal } from '@preact/signals';
import { addresses, type Place, placeOf } from './addresses';
import type { Browser } from './browser';

/** The prefix of the address of a memo. */
const memoAddress = '/memos/';

/** The id of the memo in a path; "" for other paths. */
export function memoIn(path: string): string {
  const id = path.startsWith(memoAddress) ? path.slice(memoAddress.length) : '';
  return new URLSearchParams(`id=${id}`).get('id')!; // it may be any text; decode must accept it
}

/** The filters of a list, without empty ones. */
function endOf(given: URLSearchParams): string {
  const kept = new URLSearchParams([...given].filter(([name, value]) => value && /^(q|by)$/.test(name)));
  return kept.size > 0 ? `?${kept}` : '';
}

/** The address of a place, for links. */
export const addressOf = (to: Place): string => addresses[to];

/** The address of a memo. */
export const addressOfMemo = (id: string): string => memoAddress + encodeURIComponent(id);

/** How long the page waits for the browser to go back, in milliseconds. */
const backPatience = 5000;

/**
 * The current place and the open memo; they follow the address and the browser's Back, and the address follows them.
 * A filter is a history entry above that of the list, and an open memo is an entry above both, so
 * that Back closes them.
 */
export class Places {
  readonly place = signal<Place>('memos');

  /** The id of the memo that is open beside or over the list. */
  readonly selected = signal<string | null>(null);

  /** The id of the memo in the address, not yet opened, or "". */
  readonly named = signal('');

  /** The address that a sign-in leads back to: that of the open memo, or of the one about to open, else that of the list. */
  readonly wayBack = computed(() => {
    const memo = this.named.value || this.selected.value;
    return memo ? addressOfMemo(memo) : addresses.memos;
  });

  /** The list's filters as the query of its address: "?q=milk&by=u1", or "". */
  readonly narrowed: Signal<string>;

  /** Whether the page was opened to write a memo: by another app, or by the shortcut of the icon. */
  readonly toWrite: boolean;

  /** Whether the filters have changed above the step of an open memo. */
  private changed = false;

  /** Set while the page has closed a step and the browser has not gone back yet. */
  private leaving: ReturnType<typeof setTimeout> | undefined;

  /** Where to go after that. */
  private next: Place | undefined;

  constructor(private readonly browser: Browser) {
    const { pathname, search } = browser.location;
    const given = new URLSearchParams(search);
    this.narrowed = signal(this.given());
    this.named.value = memoIn(pathname) || (given.get('memo') ?? '');
    this.place.value = placeOf(pathname);
    this.toWrite = pathname === '/share';
  }

  /** Opens a place at its top; Back leads to the previous one. */
  goTo(to: Place): void {
    if (this.leaving) return void (this.next = to);
    if (to !== this.place.peek()) {
      this.browser.history.pushState(null, '', this.address(to));
      batch(() => {
        this.place.value = to;
        this.selected.value = null;
        if (to !== 'memos') this.named.value = '';
      });
    }
    this.browser.scrollTo(0, 0);
  }

  /** Normalises the address without a step of the history. */
  tidy(): void {
    const { location, history } = this.browser;
    const memo = this.place.peek() === 'memos' && this.memo();
    const address = memo ? addressOfMemo(memo) : this.address(this.place.peek());
    if (location.pathname + location.search === address) return;
    const { state } = history;
    history.replaceState(state?.search && !memo ? { search: this.narrowed.peek() } : state, '', address);
  }

  /** Returns the words and the person by which the address filters the list. */
  narrowing(): { text: string; author: string } {
    const given = new URLSearchParams(this.narrowed.value);
    return { text: given.get('q') ?? '', author: given.get('by') ?? '' };
  }

  /** Writes the list's filters into the address. */
  narrow({ text, author }: { text: string; author: string }): void {
    const narrowed = endOf(new URLSearchParams({ q: text, by: author }));
    if (narrowed === this.narrowed.peek()) return;
    this.narrowed.value = narrowed;
    this.changed = !!this.browser.history.state?.memo;
    this.note();
  }

  /** Follows the address, and the open memo with the address, until the page ends. */
  follow(ended: AbortSignal): void {
    this.browser.addEventListener('popstate', () => this.arrive(), { signal: ended });
    const stop = effect(() => {
      void [this.place.value, this.selected.value, this.named.value];
      this.note();
    });
    ended.addEventListener('abort', () => (stop(), clearTimeout(this.leaving)));
  }

  /** The id of the memo that is open or about to open, or "". */
  private memo(): string {
    return this.named.peek() || (this.selected.peek() ?? '');
  }

  private address(to: Place): string {
    return addresses[to] + (to === 'memos' ? this.narrowed.peek() : '');
  }

  /** The filters of the current history entry. */
  private given(): string {
    const { location, history } = this.browser;
    if (history.state?.search) return history.state.search;
    return location.pathname === addresses.memos ? endOf(new URLSearchParams(location.search)) : '';
  }

  /** Writes the filters and the open memo into the history, or goes back after one was closed. */
  private note(): void {
    if (this.leaving || this.place.peek() !== 'memos') return;
    const { history, location } = this.browser;
    const memo = this.memo();
    const narrowed = this.narrowed.peek();
    const step = history.state;
    if (step?.memo ? !memo : step?.search && !narrowed) return this.leave();
    if (!step?.memo && narrowed && !this.given()) history.pushState({ search: narrowed }, '', this.address('memos'));
    else if (step?.memo || memoIn(location.pathname) || this.given() !== narrowed) this.tidy();
    if (!memo || step?.memo) return;
    history.replaceState(history.state, '', this.address('memos'));
    history.scrollRestoration = 'manual'; // when it is closed, the list stays where it is
    history.pushState({ ...history.state, memo: true }, '', addressOfMemo(memo));
    history.scrollRestoration = 'auto';
  }

  private leave(): void {
    const { history } = this.browser;
    this.leaving = setTimeout(() => {
      history.replaceState(null, '', this.address('memos')); // another step back could leave the list
      this.arrive();
    }, backPatience);
    history.back();
  }

  /** Handles the browser's arrival at an address. */
  private arrive(): void {
    const { location, history } = this.browser;
    const { next } = this;
    history.scrollRestoration = 'auto';
    batch(() => {
      this.place.value = placeOf(location.pathname);
      if (this.leaving) return; // a memo that was opened meanwhile stays open
      if (this.place.peek() === 'memos' && !this.changed) this.narrowed.value = this.given();
      this.selected.value = null;
      this.named.value = memoIn(location.pathname);
    });
    clearTimeout(this.leaving);
    this.leaving = this.next = undefined;
    this.changed = false;
    this.note();
    if (!this.leaving) this.tidy();
    if (next) this.goTo(next);
  }
}
