import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hearing } from '../kit/hearing';
import { openPage } from '../kit/page';

/** A page that listens to what is said after "buy" was written. */
function listening(t: TestContext) {
  const { page, tab } = openPage(t);
  const say = hearing(tab);
  page.draft.value = 'buy';
  page.voice.start();
  return { ...page, say };
}

test('what is said goes after what is written', (t) => {
  const { voice, draft, say } = listening(t);
  say('mil');
  say('milk');
  assert.deepEqual([voice.canListen(), voice.listening.value, draft.value], [true, true, 'buy milk']);
});

test('what comes into the box meanwhile is not written over', (t) => {
  const { voice, draft, say } = listening(t);
  say('milk');
  draft.value = `taken back ${draft.value}`;
  say('milk and eggs');
  assert.deepEqual([voice.listening.value, draft.value], [false, 'taken back buy milk']);
});

test('a browser that cannot listen does not', (t) => {
  const {
    page: { voice },
  } = openPage(t);
  voice.start();
  assert.deepEqual([voice.canListen(), voice.listening.value], [false, false]);
});
