import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser';
import type { Recognizer } from '../src/browser/dictation';
import { draft } from '../src/memos/draft';
import { canListen, listening, startListening } from '../src/memos/voice';

let hears: Recognizer;
class Hearing {
  onresult: Recognizer['onresult'] = null;
  start = () => void (hears = this as unknown as Recognizer);
  abort = () => undefined;
}
Object.assign(globalThis, { window: { SpeechRecognition: Hearing } });

const say = (transcript: string) => hears.onresult?.({ results: [{ isFinal: false, 0: { transcript } }] });

test('what is said goes after what is written', () => {
  draft.value = 'buy';
  startListening();
  say('mil');
  say('milk');
  assert.deepEqual([canListen(), listening.value, draft.value], [true, true, 'buy milk']);
});

test('what comes into the box meanwhile is not written over', () => {
  draft.value = `taken back ${draft.value}`;
  say('milk and eggs');
  assert.deepEqual([listening.value, draft.value], [false, 'taken back buy milk']);
});
