import assert from 'node:assert/strict';
import { test } from 'vitest';
import { keptBy, mayPurge } from '../../src/memos/purging';
import type { Me, Member } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const hours = (n: number) => new Date(now - n * 3_600_000).toISOString();
const member = (joined: string | undefined, isOwner = false): Me => {
  const user: Member = {
    userId: 'u1',
    name: 'Taro',
    isOwner,
    source: 'google',
    ...(joined ? { joinedAt: joined } : {}),
  };
  return { user, family: { id: 'f1', name: 'F', members: [user] }, settings: {} };
};
const memo = (userId: string, deletedAt: string) => memoOf('m', 'x', 1, { userId, deleted: true, deletedAt });

const cases: [string, Me, ReturnType<typeof memo>, boolean][] = [
  ['one’s own, at once', member(hours(1)), memo('u1', hours(0)), true],
  ['the owner, at once', member(hours(1), true), memo('u2', hours(0)), true],
  ['another’s, after a day', member(hours(24)), memo('u2', hours(24)), true],
  ['another’s, too early', member(hours(48)), memo('u2', hours(23.9)), false],
  ['another’s, by a newcomer', member(hours(23.9)), memo('u2', hours(48)), false],
  ['by a member of whom it is not known since when', member(undefined), memo('u2', hours(48)), false],
];
for (const [name, person, of, want] of cases)
  test(`deleting permanently: ${name}`, () => assert.equal(mayPurge(of, person, now), want));

test('what would stay', () => {
  const trash = [memo('u1', hours(0)), memo('u2', hours(1)), memo('u2', hours(30))];
  assert.equal(keptBy(trash, member(hours(48)), now), 1);
  assert.equal(keptBy(trash, null, now), 0);
});
