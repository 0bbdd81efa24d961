import assert from 'node:assert/strict';
import { test } from 'vitest';
import { editedAt } from '../../src/memos/words';
import type { Change } from '../../src/sync/changes';
import type { Memo } from '../../src/sync/model';
import { type OverlaidLists, overlay, split } from '../../src/sync/overlay';
import { memoOf } from '../kit/fake_server';

const writer = { userId: 'u1', name: 'Taro', familyId: 'f1' };
const a = memoOf('a', 'apple', 3000);
const b = memoOf('b', 'bread', 2000);
const t = memoOf('t', 'thrown', 1000, { deleted: true, version: 2 });
const lists = split([t, b, a]);
const change = (kind: Change['kind'], base?: Memo, more: Partial<Change> = {}): Change => ({
  key: `k-${kind}-${base?.id ?? ''}`,
  kind,
  at: 9000,
  state: 'waiting',
  tries: 0,
  ...(base ? { memoId: base.id, version: base.version, base } : {}),
  ...more,
});
const texts = ({ memos, trash }: OverlaidLists) =>
  [memos, trash].map((list) => list.map((m) => m.content + (m.change ? '*' : '')).join(' ')).join(' | ');

test('parted newest first', () => assert.equal(texts(lists), 'apple bread | thrown'));
test('without changes they are the lists themselves', () => assert.equal(overlay(lists, [], writer), lists));

const failed = { state: 'failed' as const };
const cases: [string, Change[], string][] = [
  ['an unsent memo comes first', [change('add', undefined, { key: 'n', content: 'new' })], 'new* apple bread | thrown'],
  [
    'a refused memo stays',
    [change('add', undefined, { key: 'n', content: 'new', ...failed })],
    'new* apple bread | thrown',
  ],
  ['an edit', [change('edit', b, { content: 'buns' })], 'apple buns* | thrown'],
  [
    'a refused edit keeps what was written',
    [change('edit', b, { content: 'buns', ...failed })],
    'apple buns* | thrown',
  ],
  [
    'two edits',
    [change('edit', b, { content: 'buns' }), change('edit', b, { key: '2', content: 'rolls' })],
    'apple rolls* | thrown',
  ],
  ['a delete', [change('delete', a)], 'bread | apple* thrown'],
  ['a refused delete', [change('delete', a, failed)], 'apple* bread | thrown'],
  ['a restore', [change('restore', t)], 'apple bread thrown* | '],
  ['a purge', [change('purge', t)], 'apple bread | '],
  ['a refused purge', [change('purge', t, failed)], 'apple bread | thrown*'],
  ['the trash is empty', [change('emptyTrash')], 'apple bread | '],
  ['a trash that was not emptied', [change('emptyTrash', undefined, failed)], 'apple bread | thrown'],
  ['what was deleted before the trash was emptied goes too', [change('delete', a), change('emptyTrash')], 'bread | '],
  ['what was deleted after it stays', [change('emptyTrash'), change('delete', a)], 'bread | apple*'],
  ['what was restored before it stays', [change('restore', t), change('emptyTrash')], 'apple bread thrown* | '],
  [
    'an edit and a delete of an unsent memo',
    [
      change('add', undefined, { key: 'n', content: 'new' }),
      change('edit', memoOf('n', 'new', 9000), { content: 'newer' }),
      change('delete', memoOf('n', 'newer', 9000), { key: '3' }),
    ],
    'apple bread | newer* thrown',
  ],
  [
    'a dispute shows the other’s',
    [change('edit', b, { content: 'buns', state: 'conflict', theirs: { ...b, content: 'baguette' } })],
    'apple baguette* | thrown',
  ],
  [
    'a dispute about what the other has deleted waits among the live ones',
    [change('edit', b, { content: 'buns', state: 'conflict', theirs: { ...b, deleted: true, version: 2 } })],
    'apple bread* | thrown',
  ],
  [
    'a disputed delete shows the other’s',
    [change('delete', b, { state: 'conflict', theirs: { ...b, content: 'baguette' } })],
    'apple baguette* | thrown',
  ],
  [
    'a delete behind a refused edit waits with it',
    [change('edit', b, { content: 'buns', ...failed }), change('delete', b)],
    'apple buns* | thrown',
  ],
  [
    'an edit and a delete behind a disputed edit wait with it',
    [
      change('edit', b, { content: 'buns', state: 'conflict', theirs: { ...b, content: 'baguette' } }),
      change('edit', b, { key: '2', content: 'rolls' }),
      change('delete', b),
    ],
    'apple baguette* | thrown',
  ],
  [
    'a restore of what is not loaded',
    [change('restore', memoOf('z', 'old', 10, { deleted: true }))],
    'apple bread old* | thrown',
  ],
  [
    'a purge of what is not loaded',
    [change('purge', memoOf('z', 'old', 10, { deleted: true }))],
    'apple bread | thrown',
  ],
];
for (const [name, changes, want] of cases) test(name, () => assert.equal(texts(overlay(lists, changes, writer)), want));

test('an unsent memo is one’s own, of now', () => {
  const [memo] = overlay(lists, [change('add', undefined, { key: 'n', content: 'new' })], writer).memos;
  assert.deepEqual(
    [memo?.id, memo?.userId, memo?.familyId, memo?.createdByName, memo?.version, memo?.timestamp],
    ['n', 'u1', 'f1', 'Taro', 0, new Date(9000).toISOString()],
  );
});

test('what is not touched stays the same object', () => {
  const { memos } = overlay(lists, [change('edit', b, { content: 'buns' })], writer);
  assert.equal(memos[0], a);
});

test('a text that is brought back has its writer again', () => {
  const first = { content: 'milk', at: '2026-03-01T08:00:00.000Z', by: 'u2' };
  const oat = { content: 'oat milk', at: '2026-03-01T08:05:00.000Z', by: 'u1' };
  const memo = memoOf('m', oat.content, Date.parse(first.at), {
    userId: 'u2',
    editedAt: oat.at,
    editedBy: oat.by,
    before: first,
  });
  const edited = (content: string) => change('edit', memo, { key: content, content });
  const after = (...texts: string[]) => overlay(split([memo]), texts.map(edited), writer).memos[0]!;
  const back = after('milk');
  assert.deepEqual([back.content, back.editedAt, back.editedBy, back.before], ['milk', '', '', oat]);
  assert.equal(editedAt(back), undefined);
  const again = after('milk', 'oat milk');
  assert.deepEqual([again.content, again.editedAt, again.editedBy, again.before], ['oat milk', oat.at, oat.by, first]);
  assert.deepEqual(after('milk', 'soy milk').before, first, 'not the text that was taken back');
});

test('a restored memo is not done', () => {
  const done = memoOf('d', 'done', 1000, { deleted: true, doneAt: '2026-03-01T08:05:00.000Z', doneBy: 'u1' });
  const [memo] = overlay(split([done]), [change('restore', done)], writer).memos;
  assert.deepEqual([memo?.content, memo?.doneAt], ['done', '']);
});
