import { signal } from '@preact/signals';

/**
 * Why nobody is signed in any more: one signed out here; the session was ended or
 * ran out elsewhere; the account is gone, because the family refused it or because
 * one deleted it.
 */
export type Why = 'signedOut' | 'ended' | 'refused' | 'deleted';

/** What stays in this browser of a session that is over: nothing of the person. */
export interface Parting {
  why: Why;
  /** When, in Unix milliseconds. */
  at: number;
  /** The sign-out that the server has not confirmed. Until it has, the session is not used. */
  due?: 'here' | 'everywhere';
  /** How many changes wait on this device for the person who made them. */
  unsent?: number;
}

const slot = 'parting';

/** How the last session here ended; null while somebody is signed in, and where nobody ever was. */
export const parting = signal<Parting | null>(null);

/** Whether the browser keeps what this page knows of it. */
let kept = true;

/** Keeps it for every tab of the browser, and for the next page; null: somebody signs in. */
export function noteParting(how: Parting | null): void {
  parting.value = how;
  try {
    if (how) localStorage.setItem(slot, JSON.stringify(how));
    else localStorage.removeItem(slot);
    kept = true;
  } catch {
    kept = false;
  }
}

/** Reads it again: another tab may have ended the session, also while this page was frozen. */
export function rereadParting(): void {
  if (!kept) return;
  try {
    parting.value = JSON.parse(localStorage.getItem(slot) ?? 'null') as Parting | null;
  } catch {
    kept = false;
  }
}

/** Whether the server does not know yet that the session is over: it must not be used. */
export const signOutDue = (): boolean => !!parting.peek()?.due;

/** Follows what other tabs write from now on. */
export function followParting(changed: () => void): void {
  addEventListener('storage', ({ key }) => (key === slot || key === null) && changed());
}

/** Whether it outlives this page. */
export const partingKept = (): boolean => kept;
