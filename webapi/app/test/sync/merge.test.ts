import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Change, ListedMemo } from '../../src/sync/changes';
import { begin, type Choice, conclude, enqueue, next, type Queue, resolved } from '../../src/sync/changes_queue';
import { send } from '../../src/sync/changes_send';
import type { Memo } from '../../src/sync/model';
import { overlay, split } from '../../src/sync/overlay';
import { FakeServer, type Fate, memoOf } from '../kit/fake_server';

const base = memoOf('m1', 'base', 1000);
const writer = { userId: 'u1', name: 'Taro', familyId: 'f1' };

/** A person without a connection, and the server that they connect to later. */
class Meeting {
  readonly server = new FakeServer();
  queue: Queue = [];
  /** The memo as the person's list has it, and every text that it had. */
  known: Memo = base;
  readonly read = new Set<string>();
  private made = 0;

  constructor() {
    this.server.put(base);
  }

  /** The memo as the person sees it. */
  seen(): ListedMemo {
    const { memos, trash } = overlay(split([this.known]), this.queue, writer);
    return [...memos, ...trash][0]!;
  }

  look(known: Memo): void {
    this.known = known;
    this.read.add(known.content);
  }

  wish(kind: Change['kind'], more: Partial<Change> = {}): void {
    const { change: _, ...memo } = this.seen();
    const about = { memoId: memo.id, version: memo.version, base: memo };
    const key = `k${++this.made}`;
    this.queue = enqueue(this.queue, { key, kind, ...about, at: this.made, state: 'waiting', tries: 0, ...more });
  }

  /** Changes the memo as another member. */
  theirs(more: Partial<Memo>): void {
    const memo = this.server.memos.get('m1')!;
    this.server.put({ ...memo, ...more, version: memo.version + 1 });
  }

  /** Sends until nothing more can be sent. */
  async meet(): Promise<void> {
    for (let change = next(this.queue), n = 0; change && n < 60; change = next(this.queue), n++) {
      this.queue = begin(this.queue, change.key);
      const begun = this.queue.find(({ key }) => key === change!.key)!;
      const outcome = await send(this.server, begun, 0);
      this.queue = conclude(this.queue, change.key, outcome);
      if (outcome.is === 'done') this.look(outcome.memo);
      if (outcome.is === 'later') return;
    }
  }
}

const texts = ({ server }: Meeting) => [...server.memos.values()].map(({ content }) => content).sort();
const memo = ({ server }: Meeting) => server.memos.get('m1')!;

const marked = { doneAt: base.timestamp, doneBy: 'u2' };
const crossings: [string, (m: Meeting) => void, Partial<Memo>, Partial<Memo>][] = [
  ['done over a text', (m) => m.wish('done', { done: true }), { content: 'tea' }, { content: 'tea', doneBy: 'u1' }],
  ['a text over done', (m) => m.wish('edit', { content: 'tea' }), marked, { content: 'tea', doneBy: 'u2' }],
  ['a delete over a text', (m) => m.wish('delete'), { content: 'tea' }, { content: 'tea', deleted: true }],
  ['the same text twice', (m) => m.wish('edit', { content: 'tea' }), { content: 'tea' }, { content: 'tea' }],
];
for (const [name, mine, theirs, want] of crossings) {
  test(`${name} is merged without a question`, async () => {
    const m = new Meeting();
    mine(m);
    m.theirs(theirs);
    await m.meet();
    assert.deepEqual([m.queue, { ...memo(m), ...want }], [[], memo(m)]);
  });
}

test('a mark that may have arrived does not undo what another member did since', async () => {
  const m = new Meeting();
  m.server.fates = ['unheard'];
  m.wish('done', { done: true });
  await m.meet();
  m.theirs({ doneAt: '' });
  await m.meet();
  assert.deepEqual([m.queue, memo(m).doneAt], [[], '']);
});

test('changes of two members at random are merged: no text is lost, and only two texts are a question', async () => {
  for (let seed = 1; seed <= 400; seed++) await randomMeeting(seed);
});

test('no text is lost where answers are, nor overwritten by a person who has not seen it', async () => {
  for (let seed = 1; seed <= 400; seed++) await lossyMeeting(seed);
});

async function lossyMeeting(seed: number): Promise<void> {
  const random = randomOf(seed);
  const m = new Meeting();
  m.server.fates = Array.from({ length: 12 }, () => [undefined, 'lost', 'unheard'][random(3)] as Fate | undefined);
  let [mine, theirs] = ['base', 'base'];
  for (let i = 0; i < 12; i++) {
    const act = random(6);
    const disputed = m.queue.some((change) => change.state === 'conflict');
    if (act === 0) {
      theirs = `theirs ${i}`;
      m.theirs({ content: theirs });
    } else if (act === 1) m.theirs(random(2) ? marked : { doneAt: '' });
    else if (act === 2 && !disputed) {
      mine = `mine ${i}`;
      m.wish('edit', { content: mine });
    } else if (act === 3) m.wish('done', { done: !m.seen().doneAt });
    else if (act === 4) m.look(memo(m));
    else await m.meet();
  }
  m.server.fates = [];
  await m.meet();
  const questions = m.queue.filter((change) => change.state === 'conflict');
  assert.ok(questions.length <= 1 && questions.every((q) => q.content !== q.theirs?.content), `seed ${seed}`);
  const there = [...texts(m), ...questions.flatMap((q) => [q.content, q.theirs?.content])];
  const arrived = m.server.arrived.includes(`edit ${mine}`);
  assert.ok(mine === 'base' || there.includes(mine) || arrived, `seed ${seed}: ${mine} is lost`);
  assert.ok(
    theirs === 'base' || there.includes(theirs) || m.read.has(theirs),
    `seed ${seed}: ${theirs} is overwritten`,
  );
}

function randomOf(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function randomMeeting(seed: number): Promise<void> {
  const random = randomOf(seed);
  const m = new Meeting();
  let [mine, theirs, wish, deleted] = ['base', 'base', false, false];
  for (let i = random(6); i >= 0; i--) {
    const act = random(4);
    if (deleted || act === 0) {
      deleted = !deleted;
      m.wish(deleted ? 'delete' : 'restore');
    } else if (act === 1) {
      wish = !m.seen().doneAt;
      m.wish('done', { done: wish });
    } else {
      mine = random(4) ? `mine ${i}` : 'base';
      if (mine !== m.seen().content) m.wish('edit', { content: mine });
    }
  }
  let others = false;
  for (let i = random(3); i > 0; i--) {
    if (random(2)) m.theirs({ content: (theirs = random(4) ? `theirs ${i}` : 'base') });
    else m.theirs((others = true) && random(2) ? marked : { doneAt: '' });
  }
  await m.meet();
  const questions = m.queue.filter((change) => change.state === 'conflict');
  const torn = mine !== 'base' && theirs !== 'base' && mine !== theirs;
  assert.deepEqual(
    questions.map(({ kind, content, theirs }) => [kind, content, theirs?.content]),
    torn ? [['edit', mine, theirs]] : [],
    `seed ${seed}`,
  );
  const choice = (['mine', 'theirs', 'both'] as Choice[])[random(3)]!;
  for (const { key } of questions) m.queue = resolved(m.queue, key, choice, 'new', 99);
  await m.meet();
  const one = mine === 'base' ? theirs : mine;
  const want = torn ? { mine: [mine], theirs: [theirs], both: [mine, theirs] }[choice] : [one];
  assert.deepEqual([m.queue, texts(m)], [[], want.sort()], `seed ${seed}`);
  assert.equal(memo(m).deleted, deleted, `seed ${seed}`);
  if (wish || !others) assert.equal(!!memo(m).doneAt, wish, `seed ${seed}`);
}
