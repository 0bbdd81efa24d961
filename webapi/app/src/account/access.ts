import type { AccountMessages, Messages } from '../messages';
import { dayOf } from '../messages/moment';
import type { Access } from '../sync/model';

/** This device first, then those used last. */
export function currentFirst(list: readonly Access[]): Access[] {
  const rank = ({ current, lastUsed, since }: Access) => `${current ? 1 : 0} ${lastUsed} ${since}`;
  return [...list].sort((a, b) => (rank(a) < rank(b) ? 1 : -1));
}

/** The name of a device: its browser as the server recognised it, else a general word. */
export const nameOf = ({ name }: Access, t: AccountMessages): string => name || t.someDevice;

/** A day of the server, which is a day in UTC, in words. */
export function usedOn(day: string, now: number, t: Messages, language: string): string {
  const dayMs = 24 * 60 * 60 * 1000;
  const ago = Math.floor(now / dayMs) - Math.floor(Date.parse(day) / dayMs);
  if (ago <= 0) return t.today;
  return ago === 1 ? t.yesterday : dayOf(`${day}T12:00`, language); // without a zone: the same day on every clock
}

/** Whether a key has been used: the last day of an unused key is the day on which it was made. */
export const knownUsed = ({ lastUsed, since }: Access): boolean => lastUsed !== since.slice(0, 'yyyy-mm-dd'.length);

/** The parts of the list: browsers, keys for programs, and apps allowed with OAuth. */
export type Part = 'devices' | 'keys' | 'apps';

export function partOf({ kind }: Access): Part {
  if (kind === 'token') return 'keys';
  return kind === 'app' || kind === 'echo' ? 'apps' : 'devices';
}

/** A scope in words; "" if this page does not know it. */
export function mayOf({ scope }: Access, t: AccountMessages): string {
  const words: Record<string, string> = { read: t.keyRead, add: t.keyAdd, memos: t.keyMemos, family: t.appFamily };
  return scope
    .split(' ')
    .map((word) => words[word])
    .filter(Boolean)
    .join(t.appAnd);
}
