import assert from 'node:assert/strict';
import { test } from 'vitest';
import { currentFirst, knownUsed, mayOf, nameOf, partOf, usedOn } from '../../src/account/access';
import { closingHolds } from '../../src/account/closing';
import { type InstallWay, installWay } from '../../src/browser/install_way';
import { versionOf } from '../../src/browser/version';
import { catalogues } from '../../src/messages';
import { dayOf, momentOf } from '../../src/messages/moment';
import type { Access } from '../../src/sync/model';

const minute = 60_000;
const closings: [string, number, number, boolean][] = [
  ['back at once', 1000, 1000, true],
  ['just in time', 1000, 1010 - 1 / minute, true],
  ['too late', 1000, 1010, false],
  ['a clock set back', 1000, 999, false],
  ['no deletion was begun', 0, 1, false],
];
for (const [name, since, now, want] of closings) {
  test(`deleting the account goes on: ${name}`, () => assert.equal(closingHolds(since * minute, now * minute), want));
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
for (const [name, given, want] of ways)
  test(`install: ${name}`, () => assert.equal(installWay({ ...device, ...given }), want));

const access = (id: string, lastUsed: string, more: Partial<Access> = {}): Access => ({
  id,
  kind: 'session',
  name: 'Firefox, Android',
  scope: 'memos family',
  since: '2026-11-01T00:00:00.000Z',
  lastUsed,
  current: false,
  ...more,
});

test('where one is signed in: this device first, then those used last', () => {
  const list = [
    access('a', '2026-11-20'),
    access('b', '2026-11-22'),
    access('c', '2026-11-01', { current: true }),
    access('d', '2026-11-20', { since: '2026-11-02T00:00:00.000Z' }),
  ];
  assert.deepEqual(
    currentFirst(list).map(({ id }) => id),
    ['c', 'b', 'd', 'a'],
  );
});

const { ja, en } = catalogues;
const now = Date.parse('2026-11-22T23:30:00Z');
const days: [string, string, string][] = [
  ['2026-11-22', '今日', 'Today'],
  ['2026-11-23', '今日', 'Today'], // by a server's clock that is ahead
  ['2026-11-21', '昨日', 'Yesterday'],
  ['2026-11-20', '2026年11月20日', 'November 20, 2026'],
];
for (const [day, inJapanese, inEnglish] of days) {
  test(`a device last used on ${day}`, () =>
    assert.deepEqual([usedOn(day, now, ja, 'ja'), usedOn(day, now, en, 'en')], [inJapanese, inEnglish]));
}

test('a device that the server did not recognise has a name too', () => {
  assert.deepEqual(
    [nameOf(access('a', ''), ja), nameOf(access('a', '', { name: '' }), ja)],
    ['Firefox, Android', '種類の分からない端末'],
  );
});

test('a key that may never have been used is not said to have been', () => {
  const since = '2026-11-20T23:59:59.999Z';
  const known = ['2026-11-20', '2026-11-21'].map((day) => knownUsed(access('a', day, { kind: 'token', since })));
  assert.deepEqual(known, [false, true]);
});

test('the scope of a key, in words', () => {
  const scopes = ['read', 'add', 'memos', 'of a later version', 'read add', 'memos family'];
  const words = scopes.map((scope) => mayOf(access('a', '', { scope }), en));
  assert.deepEqual(words, ['Read', 'Add', 'Read and change', '', 'Read, Add', 'Read and change, Manage the family']);
});

test('the parts of the list of accesses', () => {
  const kinds = ['session', 'token', 'app', 'echo', 'of a later version'];
  const parts = kinds.map((kind) => partOf(access('a', '', { kind: kind as Access['kind'] })));
  assert.deepEqual(parts, ['devices', 'keys', 'apps', 'apps', 'devices']);
});

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
