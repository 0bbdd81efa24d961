import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveFeed, missesAllowed, type Stream } from '../../src/sync/live';

/** A stream that a test talks through. */
class FakeStream extends EventTarget implements Stream {
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

function feedOf() {
  const streams: FakeStream[] = [];
  const heard: string[] = [];
  const feed = new LiveFeed({
    open: () => (streams.push(new FakeStream()), streams.at(-1)!),
    hello: () => heard.push('hello'),
    changed: () => heard.push('changed'),
    broken: (misses) => heard.push(`broken ${misses}`),
  });
  return { feed, streams, heard };
}

test('hints are heard, each of them', () => {
  const { feed, streams, heard } = feedOf();
  feed.start();
  for (const kind of ['hello', 'changed', 'changed']) streams[0]!.say(kind);
  assert.deepEqual(heard, ['hello', 'changed', 'changed']);
  feed.stop();
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

test('a break that the browser mends is left to it', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { feed, streams, heard } = feedOf();
  feed.start();
  streams[0]!.say('hello');
  streams[0]!.say('error');
  streams[0]!.say('error');
  t.mock.timers.tick(120_000);
  streams[0]!.say('hello');
  streams[0]!.say('error');
  assert.deepEqual(heard, ['hello', 'broken 1', 'broken 2', 'hello', 'broken 1']);
  assert.equal(streams.length, 1);
  feed.stop();
});

test('a refused stream is opened again after longer and longer pauses', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { feed, streams, heard } = feedOf();
  feed.start();
  for (const pause of [1000, 2000, 4000, 60_000, 60_000]) {
    const opened = streams.length;
    streams.at(-1)!.refuse();
    t.mock.timers.tick(pause - 1);
    assert.equal(streams.length, opened);
    t.mock.timers.tick(1);
    assert.equal(streams.length, opened + 1);
  }
  assert.ok(heard.includes(`broken ${missesAllowed}`));
  feed.stop();
  t.mock.timers.tick(120_000);
  assert.equal(streams.length, 6);
});
