import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { listAsText } from '../../src/memos/as_text';
import { ago, dateAndClock, daysLeft, momentShort } from '../../src/memos/dates';
import { linesOf } from '../../src/memos/pasted';
import { editedAt, standingOf, syncState, unsentWord } from '../../src/memos/words';
import { catalogues } from '../../src/messages';
import { tidy } from '../../src/messages/text';
import type { Change, ListedMemo } from '../../src/sync/changes';

const at = (local: string) => new Date(local).getTime();
const now = at('2026-03-01T18:30:00');
const memo = (more: Partial<ListedMemo> = {}): ListedMemo => ({
  id: 'm',
  userId: 'u',
  familyId: 'f',
  content: '牛乳',
  version: 1,
  deleted: false,
  createdByName: '太郎',
  timestamp: new Date('2026-03-01T08:05:00').toISOString(),
  ...more,
});

describe('how long ago, today only', () => {
  const since = (local: string, language: 'ja' | 'en' = 'en') => ago(at(local), now, catalogues[language], language);
  test('now', () => assert.equal(since('2026-03-01T18:29:30'), 'just now'));
  test('by a clock that is a little ahead', () => assert.equal(since('2026-03-01T18:30:20', 'ja'), 'たった今'));
  test('minutes', () => assert.match(since('2026-03-01T18:25:10'), /^4 min/));
  test('hours', () => assert.match(since('2026-03-01T08:05:00', 'ja'), /^10時間前$/));
  test('not yesterday', () => assert.equal(since('2026-02-28T23:59:00'), ''));
  test('not in the future', () => assert.equal(since('2026-03-01T19:00:00'), ''));
});

test('dates', () => {
  assert.equal(dateAndClock(at('2026-02-03T08:05:00'), 'ja'), '2月3日 8:05');
  const short = (local: string) => momentShort(new Date(local).toISOString(), now, 'ja');
  assert.deepEqual([short('2026-03-01T08:05:00'), short('2026-02-03T08:05:00')], ['8:05', '2月3日 8:05']);
  assert.equal(momentShort(undefined, now, 'ja'), '');
});

test('days left in the trash', () => {
  const day = 86_400_000;
  assert.equal(daysLeft({ purgeAt: new Date(now + 2.5 * day).toISOString() }, now, 30), 3);
  assert.equal(daysLeft({ purgeAt: new Date(now - day).toISOString() }, now, 30), 0);
  assert.equal(daysLeft({ deletedAt: new Date(now - day).toISOString() }, now, 30), 29);
  assert.equal(daysLeft({}, now, 30), 30);
});

test('when the text of a memo was last changed', () => {
  const at = '2026-03-01T12:00:00.000Z';
  const after = '2026-03-01T12:00:01.000Z';
  assert.equal(editedAt(memo()), undefined);
  assert.equal(editedAt(memo({ version: 4, editedAt: at, updatedAt: after })), at);
  assert.equal(editedAt(memo({ version: 2, updatedAt: at })), at, 'by an earlier version of the server');
  assert.equal(editedAt(memo({ version: 2, updatedAt: at, deleted: true })), undefined, 'deleted');
  assert.equal(editedAt(memo({ version: 2, updatedAt: at, doneAt: at })), undefined, 'marked as done');
  assert.equal(
    editedAt(memo({ version: 2, updatedAt: after, doneAt: at })),
    undefined,
    'marked as done, whatever its times',
  );
  assert.equal(editedAt(memo({ version: 3, updatedAt: at })), undefined, 'reopened or restored');
  const change = { key: 'k', kind: 'done', at: 1, tries: 1, state: 'sending' } satisfies Change;
  assert.equal(editedAt(memo({ version: 2, updatedAt: at, doneAt: '', change })), undefined, 'being reopened');
});

test('how a memo stands', () => {
  const change = (state: Change['state']): Change => ({ key: 'k', kind: 'add', at: 0, state, tries: 0 });
  assert.equal(standingOf(memo(), true), 'sent');
  assert.equal(standingOf(memo({ change: change('waiting') }), true), 'sending');
  assert.equal(standingOf(memo({ change: change('sending') }), false), 'waiting');
  assert.equal(standingOf(memo({ change: change('failed') }), false), 'failed');
  assert.equal(standingOf(memo({ change: change('conflict') }), true), 'conflict');
});

test('what is said of a memo that is not sent', () => {
  const { en } = catalogues;
  assert.deepEqual([unsentWord('sent', false, en), unsentWord('conflict', true, en)], ['', '']);
  assert.deepEqual([unsentWord('sending', false, en), unsentWord('sending', true, en)], [en.sending, en.sentLater]);
  assert.deepEqual(
    [unsentWord('waiting', true, en), unsentWord('failed', true, en)],
    [en.waitsForNetwork, en.refusedHere],
  );
});

test('what the line about the server says', () => {
  assert.deepEqual(syncState(2, false, 5, 9), { is: 'offline', n: 2 });
  assert.deepEqual(syncState(2, true, 5, 9), { is: 'held', n: 2, until: 9 });
  assert.deepEqual(syncState(2, true, 5, 0), { is: 'sending', n: 2 });
  assert.deepEqual(syncState(0, true, 5, 9), { is: 'current', at: 5 });
});

test('a list as text', () => {
  const list = [
    memo({ content: '牛乳\n2本' }),
    memo({ id: 'n', content: '卵', timestamp: new Date('2026-02-27T20:00:00').toISOString() }),
  ];
  const text = listAsText(list, { t: catalogues.ja, language: 'ja', now });
  assert.equal(text, '今日 3月1日（日）\n- 牛乳\n  2本\n\n2月27日（金）\n- 卵');
  const some = list.map((memo) => ({ ...memo, doneAt: memo.id === 'm' ? memo.timestamp : '' }));
  const english = listAsText(some, { t: catalogues.en, language: 'en', now });
  assert.match(english, /^Today .*\n- \[x\] 牛乳\n {2}2本\n\nFri.*\n- \[ \] 卵$/);
  assert.equal(listAsText([], { t: catalogues.en, language: 'en', now }), '');
});

test('a list that is copied and pasted has the same memos', () => {
  const parts = [
    '- 牛乳',
    '1. 卵',
    '2) 卵',
    'a. x',
    '[x] 米',
    '□',
    '■ 茶',
    '☒ x',
    '✓ 塩',
    '~~砂糖~~',
    '# 店',
    '【店】',
    '買い物：',
    '---',
    '・',
    '    x',
    '  - y',
    'TRUE',
    '',
    '今日',
    'milk',
  ];
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const pick = <T>(all: readonly T[]): T => all[random(all.length)]!;
  for (let round = 0; round < 400; round++) {
    const list = Array.from({ length: 2 + random(5) }, (_, i) => {
      const content =
        tidy(Array.from({ length: 1 + random(4) }, () => pick(parts)).join(pick(['\n', ' ', '\n\n']))) || 'x';
      return memo({
        id: `${i}`,
        content,
        doneAt: random(3) ? '' : '2026-03-01T12:00:00Z',
        timestamp: new Date(now - i * 3e7).toISOString(),
      });
    });
    const language = pick(['ja', 'en'] as const);
    const text = listAsText(list, { t: catalogues[language], language, now });
    assert.deepEqual(
      linesOf(text).memos.map(({ text, done }) => [text, done]),
      list.map((m) => [m.content, !!m.doneAt]),
      text,
    );
  }
});
