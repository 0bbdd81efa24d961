import assert from 'node:assert/strict';
import { test } from 'vitest';
import { askEarly, withEarly } from '../../src/sync/early';

/** A server that answers with the number of the request, or as set, and the requested addresses. */
function served(status = 200) {
  const asked: string[] = [];
  const fetcher = (async (address: string) => {
    asked.push(address);
    return new Response(String(asked.length), { status });
  }) as typeof fetch;
  return { asked, fetcher };
}

const get = { method: 'GET' };

test('an early answer is used once', async () => {
  const { asked, fetcher } = served();
  const fetched = withEarly(askEarly('en', fetcher), fetcher, () => 3000);
  assert.deepEqual(asked, ['/api/me', '/api/memos?limit=50']);
  assert.equal(await (await fetched('/api/memos?limit=50', get)).text(), '2');
  assert.equal(await (await fetched('/api/me', get)).text(), '1');
  assert.equal(await (await fetched('/api/me', get)).text(), '3');
});

test('an early answer is not used when it is old, was refused or lost, or after a change', async () => {
  const lost = (async () => Promise.reject(new TypeError('fetch failed'))) as typeof fetch;
  const { fetcher } = served();
  for (const [early, now] of [
    [askEarly('en', fetcher), 10_000],
    [askEarly('en', served(401).fetcher), 0],
    [askEarly('en', lost), 0],
  ] as const) {
    const { asked, fetcher } = served();
    assert.equal(await (await withEarly(early, fetcher, () => now)('/api/me', get)).text(), '1');
    assert.deepEqual(asked, ['/api/me']);
  }
  const after = served();
  const fetched = withEarly(askEarly('en', fetcher), after.fetcher, () => 0);
  await fetched('/auth/logout', { method: 'POST' });
  await fetched('/api/me', get);
  assert.deepEqual(after.asked, ['/auth/logout', '/api/me']);
});
