import assert from 'node:assert/strict';
import { test } from 'vitest';
import { Notices } from '../../src/messages/notices';

/** Messages with a clock that the test sets, and the acts that were undone. */
function noticesAt() {
  const clock = { now: 1e12 };
  const notices = new Notices(() => clock.now);
  const back: string[] = [];
  const act = (text: string) => notices.undo(text, () => back.push(text));
  const undo = () => notices.acts.pop()?.back();
  const bar = () => notices.acts.bar.shown.value?.map(({ text }) => text);
  const pass = (ms: number, held = false) => {
    clock.now += ms;
    return [notices.acts.bar.pass(held), notices.latest.pass(held)];
  };
  return { notices, clock, back, act, undo, bar, pass };
}

test('each undo takes the newest act back, and the bar names those that are left for ten seconds more', () => {
  const { act, undo, bar, back, pass } = noticesAt();
  act('a');
  pass(9000);
  act('b');
  pass(9000);
  assert.deepEqual(bar(), ['a', 'b']);
  undo();
  pass(9999);
  assert.deepEqual([back, bar()], [['b'], ['a']]);
  pass(1);
  assert.equal(bar(), undefined);
});

test('after the bar has gone, the acts can be taken back for ten minutes, each from when it was done', () => {
  const { act, undo, bar, back, pass } = noticesAt();
  act('a');
  pass(300_000);
  act('b');
  assert.deepEqual(bar(), ['b']);
  pass(299_999);
  undo();
  pass(1);
  undo();
  assert.deepEqual([back, bar()], [['b'], undefined]);
  act('c');
  pass(-1); // the device's clock was set back
  undo();
  assert.deepEqual([back, bar()], [['b'], undefined]);
});

test('the last ten acts can be taken back', () => {
  const { act, undo, bar, back } = noticesAt();
  for (let i = 0; i < 12; i++) act(`${i}`);
  assert.equal(bar()?.length, 10);
  for (let i = 0; i < 12; i++) undo();
  assert.deepEqual(back.join(), '11,10,9,8,7,6,5,4,3,2');
});

test('an act with a word of its own is never one of several, and is not offered after the bar has gone', () => {
  const { notices, act, undo, bar, back, pass } = noticesAt();
  const join = () => notices.undo('joined', () => back.push('joined'), 'Leave again');
  act('a');
  join();
  assert.deepEqual(bar(), ['joined']);
  act('b');
  assert.deepEqual(bar(), ['b']);
  for (let i = 0; i < 3; i++) undo();
  assert.deepEqual(back, ['b', 'a']);
  join();
  undo();
  join();
  pass(10_000);
  undo();
  assert.deepEqual([back, bar()], [['b', 'a', 'joined'], undefined]);
});

test('no message takes the place of one of another kind', () => {
  const { notices, act, bar } = noticesAt();
  act('deleted');
  notices.news('came', 'u2');
  notices.error('failed');
  notices.fact({ text: 'removed' });
  notices.fact({ text: 'removed' });
  notices.news('went');
  notices.error('failed again');
  assert.deepEqual(
    [bar(), notices.latest.shown.value, notices.trouble.value, notices.facts.value, notices.said.value],
    [['deleted'], { text: 'went' }, { text: 'failed again' }, [{ text: 'removed' }], 'failed again'],
  );
});

test('news and the bar go after their time, unless they are held, and errors and facts do not', () => {
  const { notices, act, pass, bar } = noticesAt();
  notices.news('n'.repeat(50));
  act('deleted');
  notices.error('failed');
  notices.fact({ text: 'removed' });
  assert.deepEqual(pass(4000), [6000, 1000]);
  assert.deepEqual(pass(1000, true), [5000, 1000]);
  assert.deepEqual(pass(1000), [4000, 0]);
  assert.deepEqual(pass(86_400_000), [0, 0]);
  assert.deepEqual([bar(), notices.latest.shown.value, notices.trouble.value?.text], [undefined, null, 'failed']);
  assert.equal(notices.facts.value.length, 1);
});

test('everything about a person is forgotten, and what is about the device stays', () => {
  const { notices, act, undo, back, bar } = noticesAt();
  notices.news('came');
  notices.error('failed');
  act('deleted');
  notices.fact({ text: 'removed' });
  notices.fact({ text: 'nothing is kept', ofDevice: true });
  notices.forget();
  undo();
  const { latest, trouble, facts, said } = notices;
  assert.deepEqual(
    [bar(), back, latest.shown.value, trouble.value, facts.value.map(({ text }) => text), said.value],
    [undefined, [], null, null, ['nothing is kept'], ''],
  );
});
