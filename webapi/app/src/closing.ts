import { ApiError } from './api';
import { closingHolds, closingNote } from './closing_note';
import { t } from './language';
import { deleteAccount } from './session';
import { farewell, me } from './state';

/** Why the server may refuse to delete an account that asks for it. */
const freshSignIn = 'fresh_sign_in';

const slot = 'closing';

/** Where one signs in again before the account is deleted, and from where one comes back to the family's place. */
export const freshSignInAddress = '/auth/login?return_to=%2Ffamily';

/** Deletes the account; false: the server wants a sign-in just before. */
export async function closeAccount(): Promise<boolean> {
  try {
    await deleteAccount();
  } catch (e) {
    if (e instanceof ApiError && e.reason === freshSignIn) return false;
    throw e;
  }
  farewell.value = t.accountDeleted;
  return true;
}

/** Keeps for this tab that the person who signs in again is about to delete the account. */
export function rememberClosing(): void {
  sessionStorage.setItem(slot, closingNote(me.value?.user.userId ?? '', Date.now()));
}

/** Whether the person was about to delete the account before signing in again; it is told once. */
export function takeClosing(): boolean {
  const note = sessionStorage.getItem(slot);
  sessionStorage.removeItem(slot);
  return closingHolds(note, me.value?.user.userId, Date.now());
}
