import { ApiError } from '../sync/api';
import { closing, closingHolds } from './closing_note';
import { deleteAccount } from './session';

/** Why the server may refuse to delete an account that asks for it. */
const freshSignIn = 'fresh_sign_in';

/** Where one signs in anew before the account is deleted, and from where one comes back to the family's place. */
export const freshSignInAddress = '/auth/login?fresh=1&return_to=%2Ffamily';

/** Deletes the account; false: the server wants a fresh sign-in just before. */
export async function closeAccount(): Promise<boolean> {
  try {
    await deleteAccount();
  } catch (e) {
    if (e instanceof ApiError && e.reason === freshSignIn) return false;
    throw e;
  }
  return true;
}

/** Keeps for this tab that the person who signs in anew is about to delete the account. */
export function rememberClosing(): void {
  closing.value = Date.now();
}

/** Whether the person was about to delete the account before signing in anew; it is told once. */
export function takeClosing(): boolean {
  const holds = closingHolds(closing.peek(), Date.now());
  closing.value = 0;
  return holds;
}
