import assert from 'node:assert/strict';
import { test } from 'vitest';
import { kept } from '../../src/messages/formats';
import { clockTime } from '../../src/messages/time';

test('a formatter is made once for a language, and anew for another one', () => {
  const made: string[] = [];
  const format = kept((language) => made.push(language));
  assert.deepEqual([format('ja'), format('ja'), format('en'), format('ja')], [1, 1, 2, 3]);
  assert.deepEqual(made, ['ja', 'en', 'ja']);
});

test('a person who travels is shown the time of where they are', () => {
  const noon = Date.parse('2026-03-01T12:00:00Z');
  const home = process.env['TZ'];
  try {
    process.env['TZ'] = 'UTC';
    assert.equal(clockTime(noon, 'ja'), '12:00');
    process.env['TZ'] = 'Asia/Tokyo';
    assert.equal(clockTime(noon, 'ja'), '21:00');
  } finally {
    process.env['TZ'] = home;
  }
});
