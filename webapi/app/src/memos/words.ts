import type { Messages } from '../messages';
import { clockTime, dayKey } from '../messages/time';
import type { ListedMemo } from '../sync/changes';
import type { Memo } from '../sync/model';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago a moment of today is, in words: "now", "5 min. ago"; "" for another day and for the future. */
export function ago(ms: number, now: number, t: Messages, language: string): string {
  const span = now - ms;
  if (dayKey(ms) !== dayKey(now) || span < -minute) return '';
  if (span < minute) return t.justNow;
  const words = new Intl.RelativeTimeFormat(language, { style: 'short' });
  return span < hour
    ? words.format(-Math.floor(span / minute), 'minute')
    : words.format(-Math.floor(span / hour), 'hour');
}

/** A day and a time on the reader's clock, short. */
export function dateAndClock(ms: number, language: string): string {
  return `${new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(ms)} ${clockTime(ms, language)}`;
}

/** A date and time in full, for a memo's details. */
export function moment(ms: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(ms);
}

/** Whole days that a memo stays in the trash, rounded up; 0: it goes today. */
export function daysLeft(memo: Pick<Memo, 'purgeAt' | 'deletedAt'>, now: number, trashDays: number): number {
  const end = memo.purgeAt ? Date.parse(memo.purgeAt) : Date.parse(memo.deletedAt ?? '') + trashDays * day;
  return Number.isNaN(end) ? trashDays : Math.max(0, Math.ceil((end - now) / day));
}

/**
 * Whether a memo was changed after it was written, and not last by being marked as done. One that was deleted and
 * restored counts too: the server keeps no other trace.
 */
export function edited({ deleted, updatedAt, doneAt, version, timestamp }: Memo): boolean {
  return !deleted && !!updatedAt && version > 1 && updatedAt > timestamp && updatedAt !== doneAt;
}

/** How a memo stands with the server. */
export type Standing = 'sent' | 'sending' | 'waiting' | 'failed' | 'conflict';

/** How a memo stands with the server; while there is no connection, everything unsent waits. */
export function standingOf({ change }: ListedMemo, connected: boolean): Standing {
  if (!change) return 'sent';
  if (change.state === 'failed' || change.state === 'conflict') return change.state;
  return connected ? 'sending' : 'waiting';
}

/** The state of the connection and of the unsent changes, as one state to show. */
export type SyncState =
  | { is: 'offline'; n: number }
  | { is: 'held'; n: number; until: number }
  | { is: 'sending'; n: number }
  | { is: 'current'; at: number };

/** What the line about the server says; n counts the changes that are not sent, held is until when it takes none. */
export function syncState(unsent: number, connected: boolean, lastSynced: number, held: number): SyncState {
  if (!connected) return { is: 'offline', n: unsent };
  if (held > 0 && unsent > 0) return { is: 'held', n: unsent, until: held };
  return unsent > 0 ? { is: 'sending', n: unsent } : { is: 'current', at: lastSynced };
}
