import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { catalogues } from '../../src/messages';
import { clockTime, dayKey, dayWords, minutesSeconds, secondsOf, spanWords } from '../../src/messages/time';

const at = (local: string) => new Date(local).getTime();
const now = at('2026-03-01T00:30:00');
const title = (local: string, language: 'ja' | 'en' = 'en') =>
  dayWords(at(local), now, catalogues[language], language).title;

describe('days by word and by date', () => {
  test('today', () => assert.equal(title('2026-03-01T00:00:00'), 'Today'));
  test('yesterday over the end of a month', () => assert.equal(title('2026-02-28T23:59:59'), 'Yesterday'));
  test('before yesterday', () => assert.equal(title('2026-02-27T12:00:00'), 'Fri, Feb 27'));
  test('the year when it is another one', () => assert.match(title('2025-12-31T12:00:00'), /2025/));
  test('not the year when it is this one', () => assert.doesNotMatch(title('2026-01-02T12:00:00'), /2026/));
  test('in Japanese', () => assert.equal(title('2026-02-28T12:00:00', 'ja'), '昨日'));
  test('a Japanese date', () => assert.equal(title('2026-02-27T12:00:00', 'ja'), '2月27日（金）'));
  test('tomorrow, by a clock that is ahead', () => assert.match(title('2026-03-02T12:00:00'), /Mar 2/));
});

test('a word has the date beside it', () => {
  assert.match(dayWords(now, now, catalogues.en, 'en').aside, /Mar 1/);
  assert.equal(dayWords(at('2026-02-01T12:00:00'), now, catalogues.en, 'en').aside, '');
});

test('the day is the local one', () => assert.equal(dayKey(Date.parse('2026-02-28T15:00:00Z')), '2026-03-01'));

test('the clock speaks the language', () => {
  assert.equal(clockTime(at('2026-03-01T08:05:00'), 'ja'), '8:05');
  assert.match(clockTime(at('2026-03-01T20:05:00'), 'en'), /8:05\sPM/);
});

const spans: [number, string][] = [
  [300_000, '5:00'],
  [299_001, '5:00'],
  [299_000, '4:59'],
  [9_000, '0:09'],
  [1, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
];
for (const [ms, text] of spans) test(`${ms} ms left`, () => assert.equal(minutesSeconds(ms), text));

const words: [number, string, string][] = [
  [0, '1秒', '1 second'],
  [29_001, '30秒', '30 seconds'],
  [60_000, '1分', '1 minute'],
  [11 * 60_000 + 1, '12分', '12 minutes'],
  [90 * 60_000, '90分', '90 minutes'],
  [90 * 60_000 + 1, '2時間', '2 hours'],
];
for (const [ms, ja, en] of words)
  test(`${ms} ms in words`, () => assert.deepEqual([spanWords(ms, 'ja'), spanWords(ms, 'en')], [ja, en]));

test('seconds are never below 0', () => assert.equal(secondsOf(-1), 0));
