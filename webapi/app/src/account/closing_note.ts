import { signal } from '@preact/signals';

/** For how long somebody counts as about to delete the account, in milliseconds; the server's word for a fresh sign-in is as long. */
const closingFor = 10 * 60 * 1000;

/** Since when the person is about to delete the account, in Unix milliseconds; 0: not. It outlives the sign-in for it. */
export const closing = signal(0);

/** Whether that is not too long ago. */
export const closingHolds = (since: number, now: number): boolean => since > 0 && now >= since && now - since < closingFor;
