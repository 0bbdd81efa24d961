import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { type Live, LiveFeed, missesAllowed, polling, Way } from '../../src/sync/live';

/** A stream that a test controls. */
class FakeStream extends EventTarget implements Live {
  readyState: 0 | 1 | 2 = 0;
  close(): void {
    this.readyState = 2;
  }
  say(kind: string): void {
    this.dispatchEvent(new Event(kind));
  }
  refuse(): void {
    this.readyState = 2;
    this.say('error');
  }
}

function feedOf(random = 0.5) {
  const streams: FakeStream[] = [];
  const polls: Way[] = [];
  const heard: string[] = [];
  const feed = new LiveFeed({
    open: () => (streams.push(new FakeStream()), streams.at(-1)!),
    polling: () => (polls.push(new Way()), polls.at(-1)!),
    hello: (again) => heard.push(again ? 'hello again' : 'hello'),
    changed: () => heard.push('changed'),
    look: () => heard.push('look'),
    broken: (misses) => heard.push(`broken ${misses}`),
    random: () => random,
  });
  return { feed, streams, polls, heard };
}

test('the first hint is heard at once, those that come soon after it together, and the last is never dropped', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { feed, streams, heard } = feedOf();
  feed.start();
  streams[0]!.say('hello');
  for (let i = 0; i < 200; i++) {
    streams[0]!.say('changed');
    vi.advanceTimersByTime(20); // four seconds in all
  }
  assert.equal(heard.length, 1 + 13); // hello; hints at 0, 50, 150, 350 and 750 ms, and one each 400 ms
  vi.advanceTimersByTime(60_000);
  assert.equal(heard.length, 1 + 14);
  streams[0]!.say('changed');
  streams[0]!.say('changed');
  feed.stop();
  vi.advanceTimersByTime(60_000);
  assert.equal(heard.length, 1 + 15); // the page reads everything when it listens again
});

test('starting twice opens one stream', () => {
  const { feed, streams } = feedOf();
  feed.start();
  feed.start();
  assert.equal(streams.length, 1);
  feed.stop();
});

test('a stopped stream is closed and not heard any more', () => {
  const { feed, streams, heard } = feedOf();
  feed.start();
  feed.stop();
  streams[0]!.say('changed');
  assert.deepEqual([streams[0]!.readyState, heard], [2, []]);
  feed.start();
  assert.equal(streams.length, 2);
  feed.stop();
});

test('a break that the browser mends is left to it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { feed, streams, heard } = feedOf();
  feed.start();
  streams[0]!.say('hello');
  streams[0]!.say('error');
  streams[0]!.say('error');
  vi.advanceTimersByTime(120_000);
  streams[0]!.say('hello');
  streams[0]!.say('error');
  assert.deepEqual(heard, ['hello', 'broken 1', 'broken 2', 'hello again', 'broken 1']);
  assert.equal(streams.length, 1);
  feed.stop();
});

test('a refused stream is opened again after longer and longer pauses', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { feed, streams, heard } = feedOf();
  feed.start();
  for (const pause of [1000, 2000, 4000, 60_000, 60_000]) {
    const opened = streams.length;
    streams.at(-1)!.refuse();
    vi.advanceTimersByTime(pause - 1);
    assert.equal(streams.length, opened);
    vi.advanceTimersByTime(1);
    assert.equal(streams.length, opened + 1);
  }
  assert.ok(heard.includes(`broken ${missesAllowed}`));
  feed.stop();
  vi.advanceTimersByTime(120_000);
  assert.equal(streams.length, 6);
});

test('a stream that is refused soon after each hello is opened again ever later, and one that has lasted soon', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { feed, streams } = feedOf();
  feed.start();
  const reopens = (pause: number) => {
    const opened = streams.length;
    streams.at(-1)!.refuse();
    vi.advanceTimersByTime(pause - 1);
    assert.equal(streams.length, opened);
    vi.advanceTimersByTime(1);
    assert.equal(streams.length, opened + 1);
    streams.at(-1)!.say('hello');
  };
  for (const pause of [1000, 2000, 4000, 60_000]) {
    vi.advanceTimersByTime(59_999);
    reopens(pause);
  }
  vi.advanceTimersByTime(60_000);
  reopens(1000);
  feed.stop();
});

test('the pauses of two pages differ, by half of them at most', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const [random, pause] of [
    [0, 500],
    [0.999, 1499],
  ] as const) {
    const { feed, streams } = feedOf(random);
    feed.start();
    streams[0]!.refuse();
    vi.advanceTimersByTime(pause - 1);
    assert.equal(streams.length, 1);
    vi.advanceTimersByTime(1);
    assert.equal(streams.length, 2);
    feed.stop();
  }
});

test('a page polls until the stream is there, and while it is broken', () => {
  const { feed, streams, polls, heard } = feedOf();
  const polled = () => polls.map(({ readyState }) => readyState !== 2);
  feed.start();
  assert.deepEqual(polled(), [true]);
  polls[0]!.say('look');
  streams[0]!.say('hello');
  assert.deepEqual(polled(), [false]);
  streams[0]!.say('error');
  streams[0]!.say('error');
  assert.deepEqual(polled(), [false, true]);
  polls[1]!.say('look');
  streams[0]!.say('hello');
  assert.deepEqual(polled(), [false, false]);
  streams[0]!.say('error');
  feed.stop();
  assert.deepEqual(polled(), [false, false, false]);
  assert.deepEqual(heard, ['look', 'hello', 'broken 1', 'broken 2', 'look', 'hello again', 'broken 1']);
});

test('a page polls where the server offers no other way', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let looks = 0;
  const ignore = () => assert.fail('it heard something else');
  const feed = new LiveFeed({
    open: () => undefined,
    polling,
    hello: ignore,
    changed: ignore,
    look: () => looks++,
    broken: ignore,
  });
  feed.start();
  feed.start();
  vi.advanceTimersByTime(90_000);
  assert.equal(looks, 3);
  feed.stop();
  vi.advanceTimersByTime(90_000);
  assert.equal(looks, 3);
});
