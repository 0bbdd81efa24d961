import { signal } from '@preact/signals';
import type { Browser } from '../browser/browser';

/**
 * Why no person is signed in any more: they signed out here; the session was ended or
 * ran out elsewhere; the account is gone, because the family refused it or because
 * its person deleted it.
 */
export type Why = 'signedOut' | 'ended' | 'refused' | 'deleted';

/** How a session in this browser ended, without any data of the person. */
export interface SessionEnd {
  why: Why;
  /** When it ended, in Unix milliseconds. */
  at: number;
  /** The sign-out that the server has not confirmed. Until it has, the session is not used. */
  due?: 'here' | 'everywhere';
  /** How many texts wait on this device for the person who wrote them. */
  unsent?: number;
}

/** The storage key, for every tab of the browser. */
const slot = 'parting';

/** How the last session in this browser ended. */
export class SessionEnds {
  /** null while a person is signed in, and in a browser in which no person has signed in. */
  readonly last = signal<SessionEnd | null>(null);

  /** Whether the browser stores it, so that it survives this page. */
  kept = true;

  constructor(private readonly browser: Browser) {}

  /** Stores it for every tab of the browser, and for the next page; null: a person signs in. */
  note(how: SessionEnd | null): void {
    this.last.value = how;
    try {
      if (how) this.browser.localStorage.setItem(slot, JSON.stringify(how));
      else this.browser.localStorage.removeItem(slot);
      this.kept = true;
    } catch {
      this.kept = false;
    }
  }

  /** Reads it again: another tab may have ended the session, also while this page was frozen. */
  reread(): void {
    if (!this.kept) return;
    try {
      this.last.value = JSON.parse(this.browser.localStorage.getItem(slot) ?? 'null') as SessionEnd | null;
    } catch {
      this.kept = false;
    }
  }

  /** Whether the server does not know yet that the session is over: it must not be used. */
  due(): boolean {
    return !!this.last.peek()?.due;
  }

  /** Whether the session's end discards unsent changes: its person ended it and kept nothing. */
  leavesNothing(): boolean {
    const { why = '', unsent } = this.last.peek() ?? {};
    return /signedOut|deleted/.test(why) && !unsent;
  }

  /** Follows changes by other tabs, until the page ends. */
  follow(changed: () => void, ended: AbortSignal): void {
    this.browser.addEventListener('storage', ({ key }) => (key === slot || key === null) && changed(), {
      signal: ended,
    });
  }
}
