import { signal } from '@preact/signals';
import type { Clock } from '../browser/clock';
import { ApiError } from '../sync/model';

/** How long a person counts as about to delete the account, in milliseconds: as long as the server accepts a fresh sign-in. */
const closingFor = 10 * 60 * 1000;

/** Why the server may refuse to delete an account that asks for it. */
const freshSignIn = 'fresh_sign_in';

/** Where one signs in anew before the account is deleted, and from where one comes back to it. */
export const freshSignInAddress = '/auth/login?fresh=1&return_to=%2Fyou';

/** Whether a person who was about to delete the account at `since`, 0 for never, still counts as that. */
export const closingHolds = (since: number, now: number): boolean =>
  since > 0 && now >= since && now - since < closingFor;

/** The way to delete the account, which a fresh sign-in may interrupt. */
export class Closing {
  /** Since when the person is about to delete the account, in Unix milliseconds; 0: not. It outlives the sign-in for it. */
  readonly since = signal(0);

  constructor(private readonly clock: Clock) {}

  /** Keeps for this tab that the person who signs in anew is about to delete the account. */
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

/** Deletes the account; false: the server wants a fresh sign-in just before. */
export async function closeAccount(deleteAccount: () => Promise<void>): Promise<boolean> {
  try {
    await deleteAccount();
  } catch (e) {
    if (e instanceof ApiError && e.reason === freshSignIn) return false;
    throw e;
  }
  return true;
}
