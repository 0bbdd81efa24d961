import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { tiedToFamily } from '../../src/family/ownership';
import type { Me, Member } from '../../src/sync/model';
import { keptMemos, keptTrashed } from '../../src/sync/snapshot';
import { type Open, openPage } from '../kit/page';
import { until } from '../kit/wait';

const token = 'abcdefghijklmnopqrst_-';
const other = 'ABCDEFGHIJKLMNOPQRST09';
const user: Member = { userId: 'u1', name: 'Taro', email: 'taro@example.com', isOwner: false, source: 'google' };
const members: Member[] = [user];

const family = (name: string, id = name): [number, unknown] => [
  200,
  { user, family: { id, name, members }, settings: { live: false } },
];

/** A server with an answer for each method and path. */
class Answers {
  /** Whether a person is signed in; otherwise only a sign-in can begin. */
  signedIn = true;
  readonly asked: string[] = [];
  /** The last request body. */
  body: unknown;
  /** Status and body by method and path; other requests are answered 204. */
  readonly given: Record<string, [number, unknown]> = {
    'GET /api/me': family('Taro’s family'),
    'GET /api/memos': [200, { memos: [] }],
  };

  readonly fetcher = (async (path: string, init: RequestInit) => {
    const request = `${init.method} ${path.split('?')[0]}`;
    this.asked.push(request);
    if (init.body) this.body = JSON.parse(String(init.body));
    const anyone = request === 'POST /auth/login';
    const [status, answer] =
      this.signedIn || anyone ? (this.given[request] ?? [204, null]) : [401, { code: 'unauthenticated' }];
    const headers = { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' };
    return new Response(status === 204 ? null : JSON.stringify(answer), { status, headers });
  }) as typeof fetch;
}

/** Opens a page at an address and starts it, with a person signed in or not. */
async function openAt(t: TestContext, address: string, signedIn: boolean): Promise<Open & { server: Answers }> {
  const server = new Answers();
  server.signedIn = signedIn;
  const open = openPage(t, { fetcher: server.fetcher, address });
  await open.page.start();
  await until(() => open.page.person.session.value === (signedIn ? 'in' : 'out'), 'the session is another');
  return { ...open, server };
}

const links: [string, string, string | null, string][] = [
  ['a link', `/join#${token}`, token, '/join'],
  ['a damaged one', '/join#abc', '', '/join'],
  ['one of an earlier version', `/join?token=MDQxNw.${token}`, `MDQxNw.${token}`, '/join'],
  ['a token of now in a query', `/join?token=${token}`, null, '/join'],
  ['no token', '/join', null, '/join'],
  ['another place', `/family#${token}`, null, `/family#${token}`],
];
for (const [name, address, want, shown] of links) {
  test(`the token of ${name}`, (t) => {
    const {
      page: { invites },
      tab,
    } = openPage(t, { address });
    invites.takeLink();
    assert.deepEqual([invites.linkToken.value, tab.shown], [want, shown]);
  });
}

test('the sign-in carries the invitation along in the body of a request', async (t) => {
  const {
    page: { invites, session },
    server,
    tab,
  } = await openAt(t, `/join#${token}`, false);
  server.given['POST /auth/login'] = [200, { location: 'https://issuer.example/authorize?state=s' }];
  assert.deepEqual([invites.linkToken.value, tab.address.hash, invites.wanted.value], [token, '', null]);
  await session.signInInvited();
  assert.deepEqual([server.body, tab.left], [{ inviteToken: token }, ['https://issuer.example/authorize?state=s']]);
  assert.deepEqual([invites.takeInvited(), invites.takeInvited()], [true, false]); // a refusal is about the link, once
});

test('back from it the question is there, and the token in no address', async (t) => {
  const {
    page: { invites, places, session },
    server,
    tab,
  } = await openAt(t, `/join#${token}`, false);
  server.signedIn = true;
  await session.look(true);
  await until(() => invites.wanted.value !== null, 'it does not ask');
  assert.deepEqual([invites.wanted.value, tab.shown, places.place.value], [{ inviteToken: token }, '/', 'memos']);
});

test('a link that is opened in the open page is the question from then on', async (t) => {
  const {
    page: { invites },
    tab,
  } = await openAt(t, `/join#${token}`, true);
  assert.deepEqual(invites.wanted.value, { inviteToken: token });
  tab.show(`/join#${other}`);
  tab.event('hashchange');
  assert.deepEqual([invites.wanted.value, tab.shown], [{ inviteToken: other }, '/']);
});

test('a person who has joined is offered to leave again', async (t) => {
  const {
    page: { invites, notices },
    server,
    family: actions,
  } = await openAt(t, `/join#${other}`, true);
  server.given['POST /api/family/join'] = [200, { familyId: 'f2', familyName: 'Hanako’s family', movingMemos: 2 }];
  server.given['GET /api/me'] = family('Hanako’s family');
  await actions.join(invites.wanted.value!);
  assert.deepEqual([invites.wanted.value, invites.linkToken.value, server.body], [null, null, { inviteToken: other }]);
  assert.deepEqual(
    [notices.acts.newest()?.text, notices.acts.newest()?.way],
    ['You joined Hanako’s family. 2 memos came along.', 'Undo'],
  );
  server.given['POST /api/family/leave'] = [
    403,
    { code: 'forbidden', reason: 'hand_over_first', detail: 'hand over first' },
  ];
  notices.acts.pop()!.back();
  await until(() => notices.trouble.value?.text === 'hand over first', 'it does not say why not');
});

test('a person who has asked sees the owner and the check number', async (t) => {
  const {
    page: {
      notices: { acts, latest },
      places,
    },
    server,
    family: actions,
  } = await openAt(t, '/', true);
  server.given['POST /api/family/join'] = [
    202,
    { asked: { name: 'Hanako' }, check: '47', until: '2026-11-23T00:00:00.000Z' },
  ];
  await actions.join({ inviteCode: '0417' });
  assert.deepEqual([places.place.value, acts.newest()], ['family', undefined]);
  assert.match(latest.shown.value!.text, /Hanako was asked.*47/);
});

test('an address without a token leads to where the digits are entered', async (t) => {
  const {
    page: { invites, person, places, session },
    server,
    tab,
  } = await openAt(t, '/join', false);
  assert.equal(places.place.value, 'memos');
  server.signedIn = true;
  await session.look(true);
  assert.deepEqual(
    [person.session.value, places.place.value, tab.address.pathname, invites.wanted.value],
    ['in', 'family', '/family', null],
  );
});

test('an Echo or its memos come by a number', async (t) => {
  const {
    page: {
      notices: { latest },
    },
    server,
    family: actions,
  } = await openAt(t, '/', true);
  server.given['POST /api/family/echos'] = [200, { userId: 'e1', name: 'Kitchen', movingMemos: 1 }];
  await actions.addEcho('12345678', { name: 'Kitchen', recovery: false });
  assert.deepEqual(
    [server.body, latest.shown.value?.text],
    [{ number: '12345678' }, '“Kitchen” was added to the family. 1 memo came along.'],
  );
  await actions.addEcho('1234567890', { name: 'Kitchen', recovery: true });
  assert.equal(latest.shown.value?.text, '1 memo came back.');
});

test('an Echo is named, or its rooms, each by a request of its own', async (t) => {
  const {
    page: {
      notices: { latest },
    },
    server,
    family: actions,
  } = await openAt(t, '/', true);
  const echo: Member = { ...user, userId: 'amzn1.ask/e1', name: 'Echo', source: 'alexa' };
  const path = 'PUT /api/family/members/amzn1.ask%2Fe1/name';
  const named = () => server.asked.filter((request) => request === path).length;
  server.given[path] = [200, echo];
  await actions.nameEcho(echo, [{ id: '', name: 'Kitchen' }]);
  assert.deepEqual([server.body, named(), latest.shown.value?.text], [{ name: 'Kitchen' }, 1, 'Name changed.']);
  await actions.nameEcho(echo, [
    { id: 'r1', name: 'Hall' },
    { id: 'r2', name: '' },
  ]);
  assert.deepEqual([server.body, named()], [{ name: '', room: 'r2' }, 3]);
  server.given[path] = [404, { code: 'not_found', reason: 'room' }]; // as after a first attempt
  await actions.nameEcho(echo, [{ id: 'r2', name: '' }]);
  await assert.rejects(actions.nameEcho(echo, [{ id: 'r2', name: 'Hall' }]));
  latest.clear();
  server.given[path] = [400, { code: 'invalid', field: 'name', detail: 'too long' }];
  await assert.rejects(actions.nameEcho(echo, [{ id: '', name: 'K'.repeat(51) }]));
  assert.equal(latest.shown.value, null);
});

test('a member goes with their Echos, also at the second attempt', async (t) => {
  const {
    page: {
      notices: { latest },
      person,
    },
    server,
    family: actions,
  } = await openAt(t, '/', true);
  const [gone, echo] = ['u2', 'e1'].map((userId): Member => ({ ...user, userId, name: userId }));
  server.given['DELETE /api/family/members/u2'] = [404, { code: 'not_found', reason: 'person' }]; // as after a first attempt
  await actions.removeMember(gone!, [echo!]);
  assert.deepEqual(
    server.asked.filter((a) => a.startsWith('DELETE')),
    ['DELETE /api/family/members/u2', 'DELETE /api/family/members/e1'],
  );
  assert.equal(latest.shown.value?.text, 'u2 and 1 Echo are no longer in the family.');
  server.given['DELETE /api/family/members/u2'] = [403, { code: 'forbidden', reason: 'owner_only' }];
  await assert.rejects(actions.removeMember(gone!));
  assert.equal(person.me.value?.user.userId, 'u1');
});

test('a person refused by the inviting family sees it', async (t) => {
  const {
    page: { sessionEnds, person, session },
    server,
  } = await openAt(t, '/', true);
  const invited = { ...user, notAdmittedUntil: '2026-11-23T00:05:00.000Z' };
  /** Signs in as an account that its family has not admitted, and ends the session on the server. */
  const ends = async (...looks: Partial<Me>[]) => {
    server.signedIn = true;
    for (const more of looks) {
      server.given['GET /api/me'] = [
        200,
        { user: invited, family: { id: 'f1', name: 'Taro’s family', members }, settings: { live: false }, ...more },
      ];
      await session.look(true);
    }
    server.signedIn = false;
    await session.look(true);
    await until(() => person.session.value === 'out', 'the session goes on');
  };
  const pending = { name: 'Hanako', check: '47', until: '2026-11-23T00:00:00.000Z' };
  await ends({ pending });
  assert.equal(sessionEnds.last.value?.why, 'refused');
  await ends({ pending }, {}); // the request goes first
  assert.equal(sessionEnds.last.value?.why, 'refused');
  await ends({});
  assert.equal(sessionEnds.last.value?.why, 'ended'); // it is only known that the session is over
});

test('the confirmation names the texts kept on a removed person’s device', () => {
  assert.deepEqual([keptMemos, keptTrashed], [150, 50]);
});

test('an owner is tied to people or to Echos', () => {
  const of = (isOwner: boolean, ...sources: Member['source'][]): Me => {
    const self = { ...user, isOwner };
    const others = sources.map((source, i): Member => ({ ...user, userId: `other${i}`, source }));
    return { user: self, family: { id: 'f1', name: 'f1', members: [self, ...others] }, settings: {} };
  };
  assert.equal(tiedToFamily(of(true)), null);
  assert.equal(tiedToFamily(of(false, 'google')), null);
  assert.equal(tiedToFamily(of(true, 'alexa', 'google')), 'people');
  assert.equal(tiedToFamily(of(true, 'alexa', 'alexa')), 'echos');
});
