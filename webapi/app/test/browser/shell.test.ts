import assert from 'node:assert/strict';
import { test } from 'vitest';
import { networkFirst, showsShell } from '../../src/browser/shell';

const text = (answer: Promise<Response>) => answer.then((a) => a.text());
const kept = async () => new Response('kept');
const never = () => new Promise<Response>(() => undefined);
const broken = () => Promise.reject<Response>(new TypeError('fetch failed'));

const paths: [string, boolean][] = [
  ['/', true],
  ['/trash', true],
  ['/family', true],
  ['/you', true],
  ['/join', true],
  ['/share', true],
  ['/memos/bWlsaw', true],
  ['/memos/', false],
  ['/memos/x/y', false],
  ['/auth/login', false],
  ['/auth/callback', false],
  ['/api/me', false],
  ['/privacy', false],
  ['/sw.js', false],
  ['/trash/', false],
];
for (const [path, shows] of paths) test(`the page at ${path}: ${shows}`, () => assert.equal(showsShell(path), shows));

test('the network comes first', async () =>
  assert.equal(await text(networkFirst(async () => new Response('new'), kept, 50)), 'new'));
test('a silent network falls back to the cache', async () =>
  assert.equal(await text(networkFirst(never, kept, 5)), 'kept'));
test('no network falls back to the cache', async () =>
  assert.equal(await text(networkFirst(broken, kept, 50)), 'kept'));
test('a failing server falls back to the cache', async () =>
  assert.equal(await text(networkFirst(async () => new Response('', { status: 502 }), kept, 50)), 'kept'));
test('a refusal is shown', async () =>
  assert.equal((await networkFirst(async () => new Response('', { status: 404 }), kept, 50)).status, 404));
test('without a kept page the network has its time', async () => {
  const slow = () => new Promise<Response>((done) => setTimeout(() => done(new Response('slow')), 30));
  assert.equal(await text(networkFirst(slow, async () => undefined, 5)), 'slow');
});
test('without either it fails', async () =>
  void (await assert.rejects(networkFirst(broken, async () => undefined, 5))));
