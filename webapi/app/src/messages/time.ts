import { dateFormat } from './formats';
import type { Messages } from './index';

const clockFormat = dateFormat({ hour: 'numeric', minute: '2-digit' });
const dayFormat = dateFormat({ month: 'short', day: 'numeric', weekday: 'short' });
const dayOfYearFormat = dateFormat({ year: 'numeric', month: 'short', day: 'numeric', weekday: 'short' });

/** The name of a day: a word or a date, and the date beside a word. */
export interface DayWords {
  title: string;
  aside: string;
}

/** The local calendar day of a moment, as a key that sorts. */
export function dayKey(ms: number): string {
  const d = new Date(ms);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`;
}

/** The day of ms as seen from now: today and yesterday by word, others by date. */
export function dayWords(ms: number, now: number, t: Messages, language: string): DayWords {
  const date = formatDay(ms, now, language);
  const key = dayKey(ms);
  if (key === dayKey(now)) return { title: t.today, aside: date };
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (key === dayKey(yesterday.getTime())) return { title: t.yesterday, aside: date };
  return { title: date, aside: '' };
}

/** The hour and minute of a moment on the reader's clock. */
export function clockTime(ms: number, language: string): string {
  return clockFormat(language).format(ms);
}

/** A span in milliseconds in words, rounded up: "30 seconds", "12 minutes", "5 hours". */
export function spanWords(ms: number, language: string): string {
  const seconds = Math.max(1, secondsOf(ms));
  const [n, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(n);
  return language === 'ja' ? words.replace(/\s/g, '') : words;
}

/** m:ss of a span in milliseconds, rounded up; never below 0:00. */
export function minutesSeconds(ms: number): string {
  const s = secondsOf(ms);
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

/** Whole seconds of a span, rounded up; never below 0. */
export function secondsOf(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1000));
}

function formatDay(ms: number, now: number, language: string): string {
  const sameYear = new Date(ms).getFullYear() === new Date(now).getFullYear();
  const date = (sameYear ? dayFormat : dayOfYearFormat)(language).format(ms);
  return date.replace('(', '（').replace(')', '）'); // as Japanese is written; English has none
}
