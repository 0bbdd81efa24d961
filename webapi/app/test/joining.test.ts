import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { address, left, windowEvent } from './browser';
import { addEcho, join, removeMember } from '../src/family/actions';
import { dismissInvite, takeInvited, takeLink } from '../src/family/invites';
import type { Me, Member } from '../src/sync/model';
import { tiedToFamily } from '../src/family/ownership';
import { parting } from '../src/account/parting';
import { look, signInInvited, start } from '../src/account/session';
import { keptMemos, keptTrashed } from '../src/sync/snapshot';
import { linkToken, me, notice, place, session, wanted } from '../src/sync/lists';

const token = 'abcdefghijklmnopqrst_-';
const other = 'ABCDEFGHIJKLMNOPQRST09';
const user: Member = { userId: 'u1', name: 'Taro', email: 'taro@example.com', isOwner: false, source: 'google' };
const members: Member[] = [user];

/** What the server answers, by method and path; the last request's body. */
const answers: Record<string, [number, unknown]> = {};
const asked: string[] = [];
let body: unknown;
let signedIn = false;

globalThis.fetch = (async (path: string, init: RequestInit) => {
  const request = `${init.method} ${path.split('?')[0]}`;
  asked.push(request);
  if (init.body) body = JSON.parse(String(init.body));
  const anyone = request === 'POST /auth/login';
  const given = answers[request] ?? (request === 'GET /api/memos' ? [200, { memos: [] }] : [204, null]);
  const [status, answer] = signedIn || anyone ? given : [401, { code: 'unauthenticated' }];
  const headers = { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' };
  return new Response(status === 204 ? null : JSON.stringify(answer), { status, headers });
}) as typeof fetch;

const family = (name: string, id = name) => [200, { user, family: { id, name, members }, settings: { live: false } }] as [number, unknown];
answers['GET /api/me'] = family('Taro’s family');

async function until(holds: () => boolean, what: string): Promise<void> {
  for (let i = 0; i < 500; i++) {
    if (holds()) return;
    await pause(2);
  }
  assert.fail(what);
}

const links: [string, Partial<typeof address>, string | null, string][] = [
  ['a link', { pathname: '/join', hash: `#${token}` }, token, '/join'],
  ['a damaged one', { pathname: '/join', hash: '#abc' }, '', '/join'],
  ['one of an earlier version', { pathname: '/join', search: `?token=MDQxNw.${token}` }, `MDQxNw.${token}`, '/join'],
  ['a token of now in a query', { pathname: '/join', search: `?token=${token}` }, null, '/join'],
  ['no token', { pathname: '/join' }, null, '/join'],
  ['another place', { pathname: '/family', hash: `#${token}` }, null, `/family#${token}`],
];
for (const [name, given, want, shown] of links) {
  test(`the token of ${name}`, () => {
    dismissInvite();
    Object.assign(address, { pathname: '/', search: '', hash: '' }, given);
    takeLink();
    assert.deepEqual([linkToken.value, address.pathname + address.search + address.hash], [want, shown]);
  });
}

test('the sign-in carries the invitation along in the body of a request', async () => {
  dismissInvite();
  Object.assign(address, { pathname: '/join', search: '', hash: `#${token}` });
  answers['POST /auth/login'] = [200, { location: 'https://issuer.example/authorize?state=s' }];
  await start();
  await until(() => session.value === 'out', 'somebody is signed in');
  assert.deepEqual([linkToken.value, address.hash, wanted.value], [token, '', null]);
  await signInInvited();
  assert.deepEqual([body, left], [{ inviteToken: token }, ['https://issuer.example/authorize?state=s']]);
  assert.deepEqual([takeInvited(), takeInvited()], [true, false]); // a refusal is about the link, once
});

test('back from it the question is there, and the token in no address', async () => {
  signedIn = true;
  await look(true);
  await until(() => wanted.value !== null, 'it does not ask');
  assert.deepEqual([wanted.value, address.pathname + address.hash, place.value], [{ inviteToken: token }, '/', 'memos']);
});

test('a link that is opened in the open page is the question from then on', () => {
  Object.assign(address, { pathname: '/join', hash: `#${other}` });
  windowEvent('hashchange');
  assert.deepEqual([wanted.value, address.pathname + address.hash], [{ inviteToken: other }, '/']);
});

test('who has joined is offered to leave again', async () => {
  answers['POST /api/family/join'] = [200, { familyId: 'f2', familyName: 'Hanako’s family', movingMemos: 2 }];
  answers['GET /api/me'] = family('Hanako’s family');
  await join(wanted.value!);
  assert.deepEqual([wanted.value, linkToken.value, body], [null, null, { inviteToken: other }]);
  assert.deepEqual([notice.value?.text, notice.value?.way], ['You joined Hanako’s family. 2 memos came along.', 'Undo']);
  answers['POST /api/family/leave'] = [403, { code: 'forbidden', reason: 'hand_over_first', detail: 'hand over first' }];
  notice.value!.undo!();
  await until(() => notice.value?.text === 'hand over first', 'it does not say why not');
});

test('who has asked sees whom, and the check number', async () => {
  answers['POST /api/family/join'] = [202, { asked: { name: 'Hanako' }, check: '47', until: '2026-11-23T00:00:00.000Z' }];
  await join({ inviteCode: '0417' });
  assert.deepEqual([place.value, notice.value?.undo], ['family', undefined]);
  assert.match(notice.value!.text, /Hanako was asked.*47/);
});

test('an address without a token leads to where the digits are entered', async () => {
  signedIn = false;
  await look(true);
  await until(() => session.value === 'out', 'the session goes on');
  Object.assign(address, { pathname: '/join', hash: '' });
  place.value = 'memos';
  signedIn = true;
  await look(true);
  assert.deepEqual([session.value, place.value, address.pathname, wanted.value], ['in', 'family', '/family', null]);
});

test('an Echo or its memos come by a number', async () => {
  answers['POST /api/family/echos'] = [200, { userId: 'e1', name: 'Kitchen', movingMemos: 1 }];
  await addEcho('12345678', { name: 'Kitchen', recovery: false });
  assert.deepEqual([body, notice.value?.text], [{ number: '12345678' }, '“Kitchen” was added to the family. 1 memo came along.']);
  await addEcho('1234567890', { name: 'Kitchen', recovery: true });
  assert.equal(notice.value?.text, '1 memo came back.');
});

test('a member goes with their Echos, also at the second attempt', async () => {
  const [gone, echo] = ['u2', 'e1'].map((userId): Member => ({ ...user, userId, name: userId }));
  answers['DELETE /api/family/members/u2'] = [404, { code: 'not_found', reason: 'person' }]; // as after a first attempt
  await removeMember(gone!, [echo!]);
  assert.deepEqual(asked.filter((a) => a.startsWith('DELETE')), ['DELETE /api/family/members/u2', 'DELETE /api/family/members/e1']);
  assert.equal(notice.value?.text, 'u2 and 1 Echo are no longer in the family.');
  answers['DELETE /api/family/members/u2'] = [403, { code: 'forbidden', reason: 'owner_only' }];
  await assert.rejects(removeMember(gone!));
  assert.equal(me.value?.user.userId, 'u1');
});

/** Signs in as an account that its family has not let in, and ends the session on the server. */
async function ends(...looks: Partial<Me>[]): Promise<void> {
  const invited = { ...user, notAdmittedUntil: '2026-11-23T00:05:00.000Z' };
  signedIn = true;
  for (const more of looks) {
    answers['GET /api/me'] = [200, { user: invited, family: { id: 'f1', name: 'Taro’s family', members }, settings: { live: false }, ...more }];
    await look(true);
  }
  signedIn = false;
  await look(true);
  await until(() => session.value === 'out', 'the session goes on');
}

test('a person whom the family that invited them refused is told', async () => {
  const pending = { name: 'Hanako', check: '47', until: '2026-11-23T00:00:00.000Z' };
  await ends({ pending });
  assert.equal(parting.value?.why, 'refused');
  await ends({ pending }, {}); // the request goes first
  assert.equal(parting.value?.why, 'refused');
  await ends({});
  assert.equal(parting.value?.why, 'ended'); // no more is known than that the session is over
});

test('what a removed person’s device keeps is what the question says', () => {
  assert.deepEqual([keptMemos, keptTrashed], [150, 50]);
});

test('an owner is tied to people or to Echos', () => {
  const of = (isOwner: boolean, ...sources: string[]): Me => {
    const self = { ...user, isOwner };
    const others = sources.map((source, i): Member => ({ ...user, userId: `other${i}`, source }));
    return { user: self, family: { id: 'f1', name: 'f1', members: [self, ...others] }, settings: {} };
  };
  assert.equal(tiedToFamily(of(true)), null);
  assert.equal(tiedToFamily(of(false, 'google')), null);
  assert.equal(tiedToFamily(of(true, 'alexa', 'google')), 'people');
  assert.equal(tiedToFamily(of(true, 'alexa', 'alexa')), 'echos');
});
