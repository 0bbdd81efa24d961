import assert from 'node:assert/strict';
import { test } from 'vitest';
import { fileInParts } from '../../src/account/export';
import { Http } from '../../src/sync/http';
import { ApiError } from '../../src/sync/model';

/** A server with these answers in turn, and the requests it got. */
function serverOf(...answers: Response[]): { http: Http; asked: string[] } {
  const asked: string[] = [];
  const fetcher = (async (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path}`);
    return answers.shift()!;
  }) as typeof fetch;
  return { http: new Http('en', fetcher), asked };
}

const disposition = { 'Content-Disposition': 'attachment; filename="memos-2026-04-01.csv"' };
const linked = (cursor: string) => ({
  ...disposition,
  Link: `<https://memo.example.com/api/export?cursor=${cursor}&format=csv>; rel="next"`,
});

test('an export in one answer is left to the browser', async () => {
  const { http, asked } = serverOf(new Response(null, { headers: disposition }));
  assert.equal(await fileInParts(http, '/api/export?format=csv'), undefined);
  assert.deepEqual(asked, ['HEAD /api/export?format=csv']);
});

test('an export in parts becomes one file, also if the server wants a pause', async () => {
  const busy = new Response('{}', { status: 429, headers: { 'Retry-After': '3' } });
  const { http, asked } = serverOf(
    new Response(null, { headers: linked('b') }),
    new Response('牛乳', { headers: linked('b') }),
    busy,
    new Response('を', { headers: linked('c') }),
    new Response('買う', { headers: disposition }),
  );
  const waits: number[] = [];
  const file = await fileInParts(http, '/api/export?format=csv', async (ms) => void waits.push(ms));
  assert.deepEqual([file?.name, await file?.content.text(), waits], ['memos-2026-04-01.csv', '牛乳を買う', [3000]]);
  assert.deepEqual(asked, [
    'HEAD /api/export?format=csv',
    'GET /api/export?format=csv',
    'GET /api/export?cursor=b&format=csv',
    'GET /api/export?cursor=b&format=csv',
    'GET /api/export?cursor=c&format=csv',
  ]);
});

test('a part that fails leaves no file', async () => {
  const { http } = serverOf(new Response(null, { headers: linked('b') }), new Response('{}', { status: 503 }));
  await assert.rejects(fileInParts(http, '/api/export?format=csv'), ApiError);
});
