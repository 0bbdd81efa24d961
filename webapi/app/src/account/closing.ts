import { signal } from '@preact/signals';
import type { Clock } from '../browser/clock';
import { ApiError } from '../sync/model';

/** How long a person counts as about to delete the account, in milliseconds: as long as the server accepts a fresh sign-in. */
const closingFor = 10 * 60 * 1000;

/** The server's reasons to refuse to delete an account. */
const freshSignIn = 'fresh_sign_in';

/** The address of the fresh sign-in before the account is deleted, which also leads back. */
export const freshSignInAddress = '/auth/login?fresh=1&return_to=%2Fyou';

/** Whether a person who was about to delete the account at `since`, 0 for never, still is. */
export const closingHolds = (since: number, now: number): boolean =>
  since > 0 && now >= since && now - since < closingFor;

/** Deletes the account, with a fresh sign-in in between if the server wants one. */
export class Closing {
  /** Since when the person is about to delete the account, in Unix milliseconds; 0: not. A sign-in keeps it. */
  readonly since = signal(0);

  constructor(private readonly clock: Clock) {}

  /** Records for this tab that the person who signs in again is about to delete the account. */
  remember(): void {
    this.since.value = this.clock.time();
  }

  /** Whether the person was about to delete the account before signing in again; true only once. */
  take(): boolean {
    const holds = closingHolds(this.since.peek(), this.clock.time());
    this.since.value = 0;
    return holds;
  }
}

/** Deletes the account; false: the server wants a fresh sign-in first. */
export async function closeAccount(deleteAccount: () => Promise<void>): Promise<boolean> {
  try {
    await deleteAccount();
  } catch (e) {
    if (e instanceof ApiError && e.reason === freshSignIn) return false;
    throw e;
  }
  return true;
}
