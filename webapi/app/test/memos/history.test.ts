import assert from 'node:assert/strict';
import { test } from 'vitest';
import { historyOf } from '../../src/memos/history';
import type { Memo } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';

const [written, edited, later] = ['2026-11-22T08:00:00.000Z', '2026-11-22T09:00:00.000Z', '2026-11-22T10:00:00.000Z'];

/** A memo of u1 with these later events. */
const memo = (more: Partial<Memo>): Memo => ({
  ...memoOf('m1', 'milk', 1000),
  userId: 'u1',
  timestamp: written,
  ...more,
});

const deeds = (more: Partial<Memo>) => historyOf(memo(more)).map(({ deed, userId }) => `${deed} ${userId}`);

test('the history of a memo that was only written', () => {
  assert.deepEqual(historyOf(memo({ version: 1 })), [{ deed: 'wrote', userId: 'u1', at: written }]);
});

test('the history of an edited memo', () => {
  const change = { version: 2, editedAt: edited, editedBy: 'u2', updatedAt: edited, updatedBy: 'u2' };
  assert.deepEqual(deeds(change), ['edited u2', 'wrote u1']);
});

test('the history of a memo that an earlier version of the server has edited', () => {
  assert.deepEqual(deeds({ version: 2, updatedAt: edited, updatedBy: 'u2' }), ['edited u2', 'wrote u1']);
});

test('the history of a memo that is done', () => {
  const done = {
    version: 3,
    editedAt: edited,
    editedBy: 'u2',
    doneAt: later,
    doneBy: 'u3',
    updatedAt: later,
    updatedBy: 'u3',
  };
  assert.deepEqual(deeds(done), ['finished u3', 'edited u2', 'wrote u1']);
});

test('the history of a done memo that was edited after that', () => {
  const change = {
    version: 3,
    editedAt: later,
    editedBy: 'u2',
    doneAt: edited,
    doneBy: 'u3',
    updatedAt: later,
    updatedBy: 'u2',
  };
  assert.deepEqual(deeds(change), ['edited u2', 'finished u3', 'wrote u1']);
});

test('the history of a memo that was restored or reopened', () => {
  assert.deepEqual(deeds({ version: 3, updatedAt: later, updatedBy: 'u2' }), ['returned u2', 'wrote u1']);
  const after = { version: 4, editedAt: edited, editedBy: 'u3', updatedAt: later, updatedBy: 'u2' };
  assert.deepEqual(deeds(after), ['returned u2', 'edited u3', 'wrote u1']);
});

test('the history of a memo in the trash does not take its deletion for a return', () => {
  assert.deepEqual(deeds({ version: 3, deleted: true, updatedAt: later, updatedBy: 'u2' }), ['wrote u1']);
});
