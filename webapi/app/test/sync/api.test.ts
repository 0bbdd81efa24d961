import assert from 'node:assert/strict';
import { test } from 'vitest';
import { FamilyApi } from '../../src/family/api';
import { Api } from '../../src/sync/api';
import { ApiError } from '../../src/sync/model';

interface Asked {
  path: string;
  method: string;
  cache: string | undefined;
  headers: Record<string, string>;
  body: unknown;
}

/** Both parts of the API of a server with these answers in turn, and the requests it got. */
function apiWith(...answers: (Response | Error)[]): { api: Api; family: FamilyApi; asked: Asked[] } {
  const asked: Asked[] = [];
  const fetcher = (async (path: string, init: RequestInit) => {
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    asked.push({
      path,
      method: init.method ?? '',
      cache: init.cache,
      headers: init.headers as Record<string, string>,
      body,
    });
    const answer = answers.shift();
    assert.ok(answer, 'asked too often');
    if (answer instanceof Error) throw answer;
    return answer;
  }) as typeof fetch;
  const api = new Api('ja', fetcher);
  return { api, family: new FamilyApi(api.http), asked };
}

const json = (status: number, body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

const problem = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
  });

test('adding a memo carries its key and the language', async () => {
  const { api, asked } = apiWith(json(201, { id: 'm' }));
  assert.deepEqual(await api.addMemo('牛乳', 'key-1'), { id: 'm' });
  const [ask] = asked;
  assert.equal(`${ask!.method} ${ask!.path}`, 'POST /api/memos');
  assert.deepEqual(ask!.body, { content: '牛乳' });
  assert.equal(ask!.headers['Idempotency-Key'], 'key-1');
  assert.equal(ask!.headers['Content-Type'], 'application/json');
  assert.equal(ask!.headers['Accept-Language'], 'ja');
});

test('an unchanged list is the known one', async () => {
  const { api, asked } = apiWith(
    json(200, { memos: [], nextCursor: 'c' }, { ETag: '"1"' }),
    new Response(null, { status: 304 }),
  );
  const first = await api.memos('');
  assert.deepEqual(first, { memos: [], nextCursor: 'c', etag: '"1"' });
  assert.equal(asked[0]!.headers['If-None-Match'], undefined);
  assert.equal(await api.memos('', first), first);
  assert.equal(asked[1]!.headers['If-None-Match'], '"1"');
});

test('the last page has no cursor', async () => {
  const { api, asked } = apiWith(json(200, { memos: [] }));
  assert.equal((await api.memos('a+b/c')).nextCursor, '');
  assert.equal(asked[0]!.path, '/api/memos?cursor=a%2Bb%2Fc');
});

const requests: [string, (apis: ReturnType<typeof apiWith>) => Promise<unknown>, string, unknown][] = [
  ['me', ({ api }) => api.me(), 'GET /api/me', undefined],
  ['edit', ({ api }) => api.editMemo('x', 'oats', 3), 'PUT /api/memos/x', { content: 'oats' }],
  ['delete', ({ api }) => api.deleteMemo('a/b', 3), 'DELETE /api/memos/a%2Fb', undefined],
  ['empty the trash', ({ api }) => api.emptyTrash(), 'DELETE /api/memos?deleted=true', undefined],
  ['restore', ({ api }) => api.restoreMemo('x'), 'PUT /api/memos/x/restore', undefined],
  ['revoke', ({ family }) => family.revokeInvite(), 'DELETE /api/family/invite-codes/current', undefined],
  [
    'join by code',
    ({ family }) => family.join({ inviteCode: '0417' }),
    'POST /api/family/join',
    { inviteCode: '0417' },
  ],
  ['join by link', ({ family }) => family.join({ inviteToken: 't' }), 'POST /api/family/join', { inviteToken: 't' }],
  [
    'look at a link',
    ({ family }) => family.previewInvite('t'),
    'POST /api/family/invitations/preview',
    { inviteToken: 't' },
  ],
  [
    'look at a number',
    ({ family }) => family.previewEcho('12345678'),
    'POST /api/family/echos/preview',
    { number: '12345678' },
  ],
  ['add an Echo', ({ family }) => family.addEcho('12345678'), 'POST /api/family/echos', { number: '12345678' }],
  ['sign in with an invitation', ({ api }) => api.beginSignIn('t'), 'POST /auth/login', { inviteToken: 't' }],
  ['withdraw', ({ family }) => family.withdrawRequest(), 'DELETE /api/family/join', undefined],
  ['allow', ({ family }) => family.allowRequest('a/b'), 'POST /api/family/requests/a%2Fb', undefined],
  ['refuse', ({ family }) => family.refuseRequest('a/b'), 'DELETE /api/family/requests/a%2Fb', undefined],
  ['ask first', ({ family }) => family.setAskBeforeJoin(true), 'PUT /api/family/settings', { askBeforeJoin: true }],
  ['leave', ({ family }) => family.leave(), 'POST /api/family/leave', undefined],
  ['hand over', ({ family }) => family.handOver('u2'), 'POST /api/family/transfer-owner', { newOwnerUserId: 'u2' }],
  ['remove a member', ({ family }) => family.removeMember('a/b'), 'DELETE /api/family/members/a%2Fb', undefined],
  ['rename', ({ family }) => family.rename('太郎'), 'PUT /api/user/name', { name: '太郎' }],
  ['delete the account', ({ api }) => api.deleteAccount(), 'DELETE /api/user', undefined],
  ['where one is signed in', ({ family }) => family.access(), 'GET /api/me/access', undefined],
  ['sign a device out', ({ family }) => family.endAccess('a/b'), 'DELETE /api/me/access/a%2Fb', undefined],
  [
    'make a key',
    ({ family }) => family.makeKey({ name: 'tablet', scope: 'read', days: 90 }),
    'POST /api/me/tokens',
    { name: 'tablet', scope: 'read', days: 90 },
  ],
  ['sign out', ({ api }) => api.signOut(), 'POST /auth/logout', undefined],
  ['sign out everywhere', ({ api }) => api.signOutEverywhere(), 'POST /auth/logout-everywhere', undefined],
];
for (const [name, ask, line, body] of requests) {
  test(`request: ${name}`, async () => {
    const apis = apiWith(json(200, {}));
    await ask(apis);
    const { asked } = apis;
    assert.equal(`${asked[0]!.method} ${asked[0]!.path}`, line);
    assert.deepEqual(asked[0]!.body, body);
    assert.equal(asked[0]!.cache, 'no-store'); // no part of it stays in the browser's own cache
    assert.equal('Content-Type' in asked[0]!.headers, body !== undefined);
  });
}

test('an invitation ends by the server’s clock', async () => {
  const server = Date.parse('2020-01-01T00:00:00Z'); // years behind this device
  const { family } = apiWith(
    json(
      201,
      {
        link: '/join#t',
        expiresAt: '2020-01-01T00:05:00.000Z',
        asksFirst: true,
        codeAgainAt: '2020-01-01T00:12:00.000Z',
      },
      { Date: new Date(server).toUTCString() },
    ),
  );
  const before = Date.now();
  const { endsAt, codeAgainAt, ...invite } = await family.makeInvite();
  const after = Date.now();
  assert.deepEqual(invite, { link: '/join#t', asksFirst: true });
  assert.ok(endsAt >= before + 299_001 && endsAt <= after + 299_001);
  assert.ok(codeAgainAt! >= before + 719_001 && codeAgainAt! <= after + 719_001);
});

test('an invitation ends by this device’s clock if the answer has no Date', async () => {
  const { family } = apiWith(json(201, { link: 'l', expiresAt: new Date(Date.now() + 60_000).toISOString() }));
  const left = (await family.makeInvite()).endsAt - Date.now();
  assert.ok(left > 0 && left <= 60_000);
});

test('a list has the requested filters', async () => {
  const { api, asked } = apiWith(json(200, { memos: [] }), json(200, { memos: [] }));
  await api.memos('c', undefined, { limit: 100, text: '牛 乳', author: 'u/1' });
  assert.equal(asked[0]!.path, '/api/memos?limit=100&cursor=c&q=%E7%89%9B+%E4%B9%B3&author=u%2F1');
  await api.memos('', undefined, { deleted: true });
  assert.equal(asked[1]!.path, '/api/memos?deleted=true');
});

test('changes send their base version, and one that no memo has for unsent memos', async () => {
  const { api, asked } = apiWith(json(200, {}), json(200, {}), json(200, {}));
  await api.editMemo('x', 'oats', 3);
  await api.deleteMemo('x', 4);
  await api.editMemo('x', 'oats', 0);
  assert.deepEqual(
    asked.map((a) => a.headers['If-Match']),
    ['"3"', '"4"', '"9007199254740991"'],
  );
});

test('a failed precondition shows the memo as it is, and a refusal when to come back', async () => {
  const memo = { id: 'x', content: 'theirs' };
  const late = problem(429, { code: 'too_many' });
  late.headers.set('Retry-After', '7');
  const { api } = apiWith(problem(412, { code: 'precondition_failed', memo }), late);
  const failed = () => api.editMemo('x', 'a', 1).catch((e: ApiError) => e);
  assert.deepEqual(((await failed()) as ApiError).memo, memo);
  assert.equal(((await failed()) as ApiError).retryAfter, 7000);
});

test('when to come back is also read from the document', async () => {
  const late = problem(429, { code: 'too_many', reason: 'wait', retryAt: '2020-01-01T00:12:00.000Z' });
  late.headers.set('Date', new Date(Date.parse('2020-01-01T00:00:00Z')).toUTCString());
  const e = (await apiWith(late)
    .family.join({ inviteCode: '0417' })
    .catch((e: unknown) => e)) as ApiError;
  assert.deepEqual([e.reason, e.retryAfter], ['wait', 719_001]);
});

const failures: [string, Response | Error, { status: number; code: string; detail: string; passing: boolean }][] = [
  [
    'a problem',
    problem(404, { code: 'not_found', detail: 'ありません。', reason: 'memo' }),
    { status: 404, code: 'not_found', detail: 'ありません。', passing: false },
  ],
  [
    'too many',
    problem(429, { code: 'too_many', detail: '少し待って' }),
    { status: 429, code: 'too_many', detail: '少し待って', passing: true },
  ],
  [
    'unavailable',
    problem(503, { code: 'unavailable', detail: 'いま使えません' }),
    { status: 503, code: 'unavailable', detail: 'いま使えません', passing: true },
  ],
  [
    'a full disk',
    problem(503, { code: 'unavailable', detail: '空きがありません', reason: 'storage_full' }),
    { status: 503, code: 'unavailable', detail: '空きがありません', passing: false },
  ],
  [
    'another server’s page',
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
    { status: 502, code: 'internal', detail: '', passing: true },
  ],
  [
    'a problem that is no JSON',
    new Response('{', { status: 400, headers: { 'Content-Type': 'application/problem+json' } }),
    { status: 400, code: 'internal', detail: '', passing: false },
  ],
  [
    'a detail that is no text',
    problem(400, { code: 'invalid', detail: 7 }),
    { status: 400, code: 'invalid', detail: '', passing: false },
  ],
  ['no connection', new TypeError('fetch failed'), { status: 0, code: 'offline', detail: '', passing: true }],
  [
    'an answer that breaks off',
    new Response('{"id":', { status: 201 }),
    { status: 0, code: 'offline', detail: '', passing: true },
  ],
];
for (const [name, answer, want] of failures) {
  test(`failure: ${name}`, async () => {
    const error = await apiWith(answer)
      .api.addMemo('x', 'k')
      .then(
        () => assert.fail('it succeeded'),
        (e: unknown) => e,
      );
    assert.ok(error instanceof ApiError);
    const { status, code, detail, passing } = error;
    assert.deepEqual({ status, code, detail, passing }, want);
  });
}

test('a closed API asks nothing', async () => {
  const { api, family, asked } = apiWith();
  api.http.close();
  for (const ask of [() => api.me(), () => api.addMemo('x', 'k'), () => family.leave()])
    await assert.rejects(ask(), { status: 0, code: 'offline' });
  assert.deepEqual(asked, []);
});

test('a timeout counts as a lost connection', async () => {
  const silent = ((_: string, init: RequestInit) =>
    new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )) as typeof fetch;
  const keepAlive = setInterval(() => undefined, 1000); // the time limit alone does not keep node awake
  try {
    await assert.rejects(new Api('en', silent, 5).me(), { status: 0, code: 'offline' });
  } finally {
    clearInterval(keepAlive);
  }
});
