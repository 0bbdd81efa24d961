import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { Voice } from '../../src/memos/voice';
import { catalogues } from '../../src/messages';
import type { Page } from '../../src/page';
import { hearing } from '../kit/hearing';
import { openPage } from '../kit/page';

/** The microphone of a page. */
const voiceOf = (page: Page) => new Voice({ ...page, t: catalogues.en });

/** A page that listens after "buy" was written. */
function listening(t: TestContext) {
  const { page, tab } = openPage(t);
  const say = hearing(tab);
  page.draft.value = 'buy';
  const voice = voiceOf(page);
  voice.start();
  return { ...page, voice, say };
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
  assert.deepEqual([voice.listening.value, draft.value], [false, 'taken back buy milk']);
});

test('a browser that cannot listen does not', (t) => {
  const voice = voiceOf(openPage(t).page);
  voice.start();
  assert.deepEqual([voice.canListen(), voice.listening.value], [false, false]);
});

test('it stops when the memo is sent, and what is said later is not written', (t) => {
  const { voice, draft, say } = listening(t);
  say('milk');
  draft.value = '';
  assert.equal(voice.listening.value, false);
  say('milk and eggs');
  assert.equal(draft.value, '');
});

test('that a person has spoken a memo is kept on the device', (t) => {
  const open = openPage(t);
  const say = hearing(open.tab);
  const voice = voiceOf(open.page);
  assert.equal(voice.used.value, false);
  voice.start();
  say('milk');
  voice.stop();
  assert.deepEqual([voice.used.value, voiceOf(open.page).used.value], [true, true]);
});
