import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Change } from '../../src/sync/changes';
import {
  begin,
  conclude,
  enqueue,
  next,
  type Queue,
  recover,
  resolved,
  retried,
  takenBack,
} from '../../src/sync/changes_queue';
import { ApiError } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';

let made = 0;
const base = memoOf('m1', 'milk', 0);
const seeing = (content: string) => ({ base: { ...base, content } });
const change = (kind: Change['kind'], more: Partial<Change> = {}): Change => ({
  key: `k${++made}`,
  kind,
  at: made,
  state: 'waiting',
  tries: 0,
  ...(kind === 'add' || kind === 'emptyTrash' ? {} : { memoId: 'm1', version: 1, base }),
  ...more,
});
const queued = (...changes: Change[]): Queue => changes.reduce(enqueue, [] as Queue);
const kinds = (queue: Queue) => queue.map((c) => [c.kind, c.content].filter(Boolean).join(' ')).join(', ');

const tried = { tries: 1 };
const failed = { state: 'failed' as const, error: new ApiError(400, 'invalid') };
const folds: [string, Change[], string][] = [
  ['two edits are one', [change('edit', { content: 'a' }), change('edit', { content: 'b', ...seeing('a') })], 'edit b'],
  [
    'an edit that was begun before another in a second tab stays apart',
    [change('edit', { content: 'a' }), change('edit', { content: 'b' })],
    'edit a, edit b',
  ],
  [
    'undo takes back an unsent edit',
    [change('edit', { content: 'a' }), change('edit', { content: 'milk', ...seeing('a') })],
    '',
  ],
  [
    'undo in another tab leaves a text that waits for its writer',
    [
      change('edit', { content: 'a', state: 'conflict', theirs: { ...base, content: 'tea' } }),
      change('edit', { content: 'milk', ...seeing('tea'), undoes: true }),
    ],
    'edit a, edit milk',
  ],
  [
    'an edit after one that may have arrived stays apart',
    [change('edit', { content: 'a', ...tried }), change('edit', { content: 'b' })],
    'edit a, edit b',
  ],
  [
    'an edit of an unsent memo changes the memo',
    [change('add', { key: 'x', content: 'a' }), change('edit', { memoId: 'x', content: 'b', ...seeing('a') })],
    'add b',
  ],
  [
    'an edit of a memo that may have arrived stays apart',
    [change('add', { key: 'y', content: 'a', ...tried }), change('edit', { memoId: 'y', content: 'b' })],
    'add a, edit b',
  ],
  [
    'an edit mends what was refused',
    [change('edit', { content: 'a', ...failed }), change('edit', { content: 'b', ...seeing('a') })],
    'edit b',
  ],
  [
    'an edit does not touch a conflict',
    [change('edit', { content: 'a', state: 'conflict', theirs: base }), change('edit', { content: 'b' })],
    'edit a, edit b',
  ],
  [
    'edits of two memos are two',
    [change('edit', { content: 'a' }), change('edit', { memoId: 'm2', content: 'b' })],
    'edit a, edit b',
  ],
  [
    'undo takes back an unsent delete',
    [change('edit', { content: 'a' }), change('delete'), change('restore')],
    'edit a',
  ],
  ['undo of a delete that may have arrived restores', [change('delete', tried), change('restore')], 'delete, restore'],
  ['a delete takes back an unsent restore', [change('restore'), change('delete')], ''],
  [
    'a delete of a refused memo drops it',
    [change('add', { key: 'z', content: 'a', ...failed }), change('delete', { memoId: 'z' })],
    '',
  ],
  [
    'a delete of an unsent memo drops all that is about it',
    [
      change('add', { key: 'u', content: 'a' }),
      change('done', { memoId: 'u', done: true }),
      change('delete', { memoId: 'u' }),
    ],
    '',
  ],
  [
    'undo of that adds it again, done as it was',
    [change('restore', { memoId: 'u', version: 0, base: { ...base, id: 'u', version: 0, doneAt: base.timestamp } })],
    'add milk, done',
  ],
  [
    'a delete of a memo that may have arrived follows it',
    [change('add', { key: 'w', content: 'a', ...tried }), change('delete', { memoId: 'w' })],
    'add a, delete',
  ],
  ['nothing is deleted twice', [change('delete'), change('delete')], 'delete'],
  ['nothing is purged twice', [change('purge', tried), change('purge')], 'purge'],
  ['a purge overtakes an unsent restore', [change('restore'), change('purge')], 'purge'],
  ['a restore passes over a refused purge', [change('purge', failed), change('restore')], 'restore'],
  ['a delete passes over a refused mark', [change('done', { done: true, ...failed }), change('delete')], 'delete'],
  ['an edit passes over a refused delete', [change('delete', failed), change('edit', { content: 'b' })], 'edit b'],
  [
    'nothing passes over a refused text',
    [change('edit', { content: 'a', ...failed }), change('delete')],
    'edit a, delete',
  ],
  ['the trash is emptied once', [change('emptyTrash'), change('emptyTrash')], 'emptyTrash'],
];
for (const [name, changes, want] of folds) test(name, () => assert.equal(kinds(queued(...changes)), want));

test('a folded edit keeps the version it is based on', () => {
  const [edit] = queued(
    change('edit', { content: 'a', version: 3 }),
    change('edit', { content: 'b', version: 3, ...seeing('a') }),
  );
  assert.deepEqual([edit?.version, edit?.base], [3, base]);
});

test('order is kept within a memo, and others pass', () => {
  const stuck = change('edit', { content: 'a', ...failed });
  const behind = change('delete');
  const other = change('edit', { memoId: 'm2', content: 'c' });
  assert.equal(next([stuck, behind, other])?.key, other.key);
  assert.equal(next([stuck, behind]), undefined);
  assert.equal(next([]), undefined);
});

test('nothing passes the emptying of the trash', () => {
  const empty = change('emptyTrash');
  assert.equal(next([empty, change('delete')])?.key, empty.key);
});

test('what was being sent when the page died waits again', () => {
  const c = change('add', { content: 'a' });
  const queue = recover(begin([c], c.key));
  assert.deepEqual([queue[0]?.state, queue[0]?.tries], ['waiting', 1]);
  assert.equal(recover(queue), queue);
});

test('what follows an unsent memo builds on what it has become', () => {
  const queue = [
    change('add', { key: 'new', content: 'a', ...tried }),
    change('edit', { memoId: 'new', content: 'b', version: 0, ...seeing('a') }),
  ];
  const [edit] = conclude(queue, 'new', { is: 'done', memo: memoOf('m9', 'a', 5) });
  assert.deepEqual([edit?.memoId, edit?.version, edit?.base?.id], ['m9', 1, 'm9']);
});

test('of two texts for an unsent memo, written in two tabs, the second waits for its writer', () => {
  const queue = [
    change('add', { key: 'new', content: 'a', ...tried }),
    change('edit', { memoId: 'new', content: 'b', version: 0 }),
  ];
  const [edit] = conclude(queue, 'new', { is: 'done', memo: memoOf('m9', 'a', 5) });
  assert.deepEqual([edit?.memoId, edit?.state, edit?.theirs?.content], ['m9', 'conflict', 'a']);
});

test('a text follows only one that its writer saw', () => {
  const [sent, seen, unseen] = [
    change('edit', { content: 'a' }),
    change('edit', { content: 'b', ...seeing('a') }),
    change('edit', { content: 'c' }),
  ];
  const after = conclude([sent, seen, unseen], sent.key, { is: 'done', memo: { ...base, content: 'a', version: 2 } });
  assert.deepEqual(
    after.map(({ version }) => version),
    [2, 1],
  );
});

test('a refused change waits for a person', () => {
  const c = change('edit', { content: 'a' });
  const queue = conclude([c], c.key, { is: 'failed', error: new ApiError(400, 'invalid') });
  assert.equal(next(queue), undefined);
  assert.equal(next(retried(queue, c.key, 9))?.key, c.key);
});

const dispute = (theirs = memoOf('m1', 'theirs', 0, { version: 5 })) =>
  change('edit', { key: 'd', content: 'mine', state: 'conflict', theirs });
const settled = (choice: 'mine' | 'theirs' | 'both', theirs?: Parameters<typeof dispute>[0]) =>
  resolved([dispute(theirs)], 'd', choice, 'new', 7);

test('mine insists on the other’s version', () => {
  const [edit] = settled('mine');
  assert.deepEqual([edit?.kind, edit?.version, edit?.state, edit?.theirs], ['edit', 5, 'waiting', undefined]);
});
test('theirs drops mine', () => assert.deepEqual(settled('theirs'), []));
test('both makes mine a new memo', () => {
  const [add] = settled('both');
  assert.deepEqual([add?.kind, add?.content, add?.key, add?.memoId], ['add', 'mine', 'new', undefined]);
});
test('mine of a deleted memo restores it first', () => {
  assert.equal(kinds(settled('mine', memoOf('m1', 'milk', 0, { deleted: true }))), 'restore mine, edit mine');
});
test('a text that waits behind one that is disputed takes its place', () => {
  const [first, second] = [
    change('edit', { content: 'a', ...tried }),
    change('edit', { content: 'b', ...seeing('a') }),
  ];
  const queue = conclude([first, change('delete'), second], first.key, {
    is: 'conflict',
    theirs: memoOf('m1', 'tea', 0),
  });
  assert.deepEqual([kinds(queue), queue[0]?.state, queue[0]?.key], ['edit b, delete', 'conflict', first.key]);
});
test('what follows a conflict builds on the other’s', () => {
  const later = [change('done', { done: true }), change('edit', { content: 'b' })];
  const left = resolved([dispute(), ...later], 'd', 'theirs', 'new', 7);
  assert.deepEqual(
    left.map(({ kind, version }) => [kind, version]),
    [
      ['done', 5],
      ['edit', 1], // its writer has not seen the other's text: there is another question
    ],
  );
});
const deleted = memoOf('m1', 'theirs', 0, { version: 5, deleted: true });
for (const [name, queue] of [
  ['a choice of the deleted memo', () => resolved([dispute(deleted), change('delete')], 'd', 'theirs', 'new', 7)],
  ['a choice of both', () => resolved([dispute(deleted), change('delete')], 'd', 'both', 'new', 7).slice(0, -1)],
  [
    'a mark that yields to a deletion',
    () => {
      const mark = change('done', { done: true });
      return conclude(queued(mark, change('delete')), mark.key, { is: 'yielded', memo: deleted });
    },
  ],
] as const)
  test(`a delete behind ${name} is not sent: it would be for good`, () => assert.deepEqual(queue(), []));

test('insisting keeps what follows behind it', () => {
  const later = change('delete');
  assert.deepEqual(
    resolved([dispute(), later], 'd', 'mine', 'new', 7).map((c) => c.kind),
    ['edit', 'delete'],
  );
});

test('taking back a memo takes what built on it', () => {
  const queue = [
    change('add', { key: 'a', content: 'x', ...failed }),
    change('edit', { memoId: 'a', content: 'y' }),
    change('delete'),
  ];
  assert.equal(kinds(takenBack(queue, 'a', 'n', 1)), 'delete');
});
test('a memo that may have arrived goes into the trash when it is taken back', () => {
  assert.equal(kinds(takenBack([change('add', { key: 'a', content: 'x', ...tried })], 'a', 'n', 1)), 'add x, delete');
});
test('what is being sent cannot be taken back', () => {
  const queue = [change('add', { key: 'a', content: 'x', state: 'sending', ...tried })];
  assert.equal(takenBack(queue, 'a', 'n', 1), queue);
});
