/** For how long somebody counts as about to delete the account, in milliseconds; the server's word for a fresh sign-in is as long. */
const closingFor = 10 * 60 * 1000;

/** What is kept over the sign-in of somebody who is about to delete the account. */
export function closingNote(userId: string, now: number): string {
  return JSON.stringify({ userId, at: now });
}

/** Whether a note is about this person, and not too old. */
export function closingHolds(note: string | null, userId: string | undefined, now: number): boolean {
  const { userId: noted, at } = JSON.parse(note ?? '{}') as { userId?: string; at?: number };
  return !!userId && noted === userId && !!at && now - at >= 0 && now - at < closingFor;
}
