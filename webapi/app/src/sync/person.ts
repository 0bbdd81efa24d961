import { signal } from '@preact/signals';
import { api, me } from './lists';
import { reach } from './sync';

/** For how long a person counts as still being the one who is signed in, in milliseconds, while the page is in sight. */
const believedFor = 30_000;

let seenAt = 0;

/** Whom the server has named when somebody else was expected; "" is nobody. */
export const stranger = signal('');

/** Takes note that the server has just told who is signed in. */
export function personSeen(): void {
  seenAt = Date.now();
  stranger.value = '';
}

/** Forgets it: another tab may have signed in as somebody else meanwhile. */
export function personUnsure(): void {
  seenAt = 0;
}

/**
 * Whether the server would take a change as this person's. What one person wrote
 * must never be sent under another's name who signed in on the same device.
 */
export async function confirmPerson(userId: string): Promise<boolean> {
  if (Date.now() - seenAt <= believedFor) return me.value?.user.userId === userId;
  let who = '';
  await reach(async () => void (who = (await api.me()).user.userId));
  if (who === userId) personSeen();
  else stranger.value = who;
  return who === userId;
}
