import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import {
  type HearingEnd,
  listen,
  type Recognizer,
  recognizerOf,
  speechLanguage,
  withSpoken,
} from '../../src/browser/dictation';

/** A recogniser driven by the test. */
class Told implements Recognizer {
  lang = '';
  continuous = true;
  interimResults = false;
  onstart: Recognizer['onstart'] = null;
  onspeechstart: Recognizer['onspeechstart'] = null;
  onresult: Recognizer['onresult'] = null;
  onerror: Recognizer['onerror'] = null;
  onend: Recognizer['onend'] = null;
  running = false;

  start() {
    this.running = true;
  }
  stop() {
    this.running = false;
  }
  abort() {
    this.running = false;
    this.onend?.();
  }
  says(...parts: [text: string, isFinal: boolean][]) {
    this.onresult?.({ results: parts.map(([transcript, isFinal]) => ({ isFinal, 0: { transcript } })) });
  }
}

function begin(recognizer = new Told()) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const heard: string[] = [];
  const endings: HearingEnd[] = [];
  const stop = listen({
    recognizer,
    language: 'ja-JP',
    heard: (text) => heard.push(text),
    ended: (why) => endings.push(why),
    patience: 5000,
    asking: 30_000,
  });
  return { recognizer, heard, endings, stop };
}

test('words are reported as they grow, and stay when recognition ends', () => {
  const { recognizer, heard, endings } = begin();
  assert.equal(recognizer.lang, 'ja-JP');
  assert.ok(recognizer.interimResults);
  recognizer.onstart?.();
  recognizer.says(['牛乳', false]);
  recognizer.says(['牛乳を買う', true], [' 卵も', false]);
  recognizer.onend?.();
  assert.deepEqual(heard, ['牛乳', '牛乳を買う 卵も']);
  assert.deepEqual(endings, ['done']);
  assert.ok(!recognizer.running);
});

test('without a sound it stops after its timeout, once', () => {
  const { recognizer, endings } = begin();
  recognizer.onstart?.();
  vi.advanceTimersByTime(4999);
  assert.deepEqual(endings, []);
  vi.advanceTimersByTime(1);
  assert.deepEqual(endings, ['silent']);
  assert.ok(!recognizer.running);
  vi.advanceTimersByTime(60_000);
  assert.deepEqual(endings, ['silent']);
});

test('a browser that never even starts is given up later, since it may be asking for the microphone', () => {
  const { endings } = begin();
  vi.advanceTimersByTime(29_999);
  assert.deepEqual(endings, []);
  vi.advanceTimersByTime(1);
  assert.deepEqual(endings, ['silent']);
});

test('each word restarts the timeout, and silence after words ends without an error', () => {
  const { recognizer, endings } = begin();
  recognizer.onstart?.();
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(4000);
    recognizer.says(['牛乳', false]);
  }
  assert.deepEqual(endings, []);
  vi.advanceTimersByTime(5000);
  assert.deepEqual(endings, ['done']);
});

test('stopping ends it at once', () => {
  const { recognizer, endings, stop } = begin();
  stop();
  stop();
  recognizer.says(['too late', true]);
  assert.deepEqual(endings, ['done']);
});

const errors: [string, HearingEnd][] = [
  ['not-allowed', 'refused'],
  ['service-not-allowed', 'refused'],
  ['no-speech', 'silent'],
  ['audio-capture', 'broken'],
  ['network', 'broken'],
  ['aborted', 'done'],
];
for (const [error, ending] of errors) {
  test(`error ${error}`, () => {
    const { recognizer, endings } = begin();
    recognizer.onerror?.({ error });
    recognizer.onend?.();
    assert.deepEqual(endings, [ending]);
  });
}

test('an error after words keeps them', () => {
  const { recognizer, endings } = begin();
  recognizer.says(['牛乳', false]);
  recognizer.onerror?.({ error: 'network' });
  assert.deepEqual(endings, ['done']);
});

test('a recogniser that cannot start', () => {
  class Broken extends Told {
    override start(): void {
      throw new Error('already started');
    }
  }
  assert.deepEqual(begin(new Broken()).endings, ['broken']);
});

test('the recogniser of the browser, under either name', () => {
  assert.equal(recognizerOf({ SpeechRecognition: Told }), Told);
  assert.equal(recognizerOf({ webkitSpeechRecognition: Told }), Told);
  assert.equal(recognizerOf({}), undefined);
  assert.equal(speechLanguage('ja'), 'ja-JP');
});

const joined: [string, string, string][] = [
  ['', 'milk', 'milk'],
  ['buy', 'milk', 'buy milk'],
  ['buy ', 'milk', 'buy milk'],
  ['牛乳', '卵', '牛乳卵'],
  ['牛乳、', 'milk', '牛乳、milk'],
];
for (const [before, spoken, want] of joined) {
  test(`"${spoken}" after "${before}"`, () => assert.equal(withSpoken(before, spoken), want));
}
