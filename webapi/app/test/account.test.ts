import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingHolds, closingNote } from '../src/closing_note';
import { installWay, type InstallWay } from '../src/install_way';
import { dayOf, momentOf } from '../src/moment';
import { versionOf } from '../src/version';

const minute = 60_000;
const note = closingNote('u1', 1000 * minute);
const closings: [string, string | null, string | undefined, number, boolean][] = [
  ['back at once', note, 'u1', 1000 * minute, true],
  ['just in time', note, 'u1', 1010 * minute - 1, true],
  ['too late', note, 'u1', 1010 * minute, false],
  ['a clock set back', note, 'u1', 999 * minute, false],
  ['as somebody else', note, 'u2', 1001 * minute, false],
  ['as nobody', note, undefined, 1001 * minute, false],
  ['no note', null, 'u1', 1001 * minute, false],
  ['a note of nobody', closingNote('', 1000 * minute), '', 1001 * minute, false],
];
for (const [name, kept, userId, now, want] of closings) {
  test(`deleting the account goes on: ${name}`, () => assert.equal(closingHolds(kept, userId, now), want));
}

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';
const device = { installed: false, askable: false, agent: mac, touchPoints: 0 };
const ways: [string, Partial<typeof device>, InstallWay][] = [
  ['a Mac', {}, 'none'],
  ['an iPad, which says it is a Mac', { touchPoints: 5 }, 'menu'],
  ['an iPhone', { agent: iphone, touchPoints: 5 }, 'menu'],
  ['a browser that asks', { askable: true }, 'ask'],
  ['installed', { installed: true, askable: true, agent: iphone }, 'none'],
];
for (const [name, given, want] of ways) test(`install: ${name}`, () => assert.equal(installWay({ ...device, ...given }), want));

test('the version is the hash of the script', () => {
  assert.equal(versionOf('https://memo.example.com/app-YRQEXCUA.js'), 'YRQEXCUA');
  assert.equal(versionOf('http://localhost/src/main.tsx'), '-');
});

test('moments on the reader’s clock', () => {
  assert.equal(dayOf('2026-11-20T20:00:00.000Z', 'ja'), '2026年11月21日'); // the tests run in Tokyo
  assert.equal(dayOf('2026-11-20T20:00:00.000Z', 'en'), 'November 21, 2026');
  assert.equal(momentOf('2026-11-20T20:05:00.000Z', 'ja'), '11月21日 5:05');
  assert.equal(dayOf(undefined, 'ja'), '');
  assert.equal(momentOf('never', 'en'), '');
});
