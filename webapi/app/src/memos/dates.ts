import type { FamilyMessages } from '../messages';
import { clockTime, dayKey } from '../messages/time';
import type { Memo } from '../sync/model';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The age of a time of today, in words: "now", "5 min. ago"; "" for another day and for the future. */
export function ago(ms: number, now: number, t: Pick<FamilyMessages, 'justNow'>, language: string): string {
  const span = now - ms;
  if (dayKey(ms) !== dayKey(now) || span < -minute) return '';
  if (span < minute) return t.justNow;
  const format = new Intl.RelativeTimeFormat(language, { style: 'short' });
  const words =
    span < hour ? format.format(-Math.floor(span / minute), 'minute') : format.format(-Math.floor(span / hour), 'hour');
  return language === 'ja' ? words.replace(/\s/g, '') : words;
}

/** A day and a time on the reader's clock, short. */
export function dateAndClock(ms: number, language: string): string {
  return `${new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(ms)} ${clockTime(ms, language)}`;
}

/** A time for the reader: without the day if it is today. "" for none. */
export function momentShort(iso: string | undefined, now: number, language: string): string {
  const ms = Date.parse(iso ?? '');
  if (Number.isNaN(ms)) return '';
  return dayKey(ms) === dayKey(now) ? clockTime(ms, language) : dateAndClock(ms, language);
}

/** Whole days that a memo stays in the trash, rounded up; 0: it goes today. */
export function daysLeft(memo: Pick<Memo, 'purgeAt' | 'deletedAt'>, now: number, trashDays: number): number {
  const end = memo.purgeAt ? Date.parse(memo.purgeAt) : Date.parse(memo.deletedAt ?? '') + trashDays * day;
  return Number.isNaN(end) ? trashDays : Math.max(0, Math.ceil((end - now) / day));
}
