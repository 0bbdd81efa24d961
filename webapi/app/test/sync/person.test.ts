import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Member } from '../../src/sync/model';
import { fetchOf } from '../kit/fake_http';
import { memoOf } from '../kit/fake_server';
import { meOf, openPage, openSignedIn, worldOf } from '../kit/page';
import { turns } from '../kit/wait';

test('a memo is by a member’s present name, and by the voice or room that an Echo heard', (t) => {
  const { person } = openPage(t).page;
  const me = meOf('u1');
  const echo: Member = { userId: 'e1', name: 'Echo', isOwner: false, source: 'alexa' };
  person.me.value = { ...me, family: { ...me.family, members: [{ ...me.user, name: 'Hanako' }, echo] } };
  const by = (userId: string, createdByName: string) =>
    person.authorOf(memoOf('m', 'milk', 1000, { userId, createdByName }));
  assert.deepEqual([by('u1', 'as it was'), by('e1', 'Kitchen'), by('gone', 'Jiro')], ['Hanako', 'Kitchen', 'Jiro']);
});

test('an answer that comes after the session has ended signs nobody in', async (t) => {
  const world = worldOf();
  const server = fetchOf(world);
  let held: Promise<void> | undefined;
  const fetcher = (async (path: string, init: RequestInit) => {
    const answer = await server(path, init);
    if (path === '/api/me') await held;
    return answer;
  }) as typeof fetch;
  const { page } = await openSignedIn(t, { world, fetcher });
  let go: () => void = () => undefined;
  held = new Promise((done) => (go = done));
  page.person.unsure();
  const look = page.session.look(true);
  await turns();
  page.ending.over();
  go();
  await look;
  assert.deepEqual([page.person.session.value, page.person.me.value], ['out', null]);
  assert.equal(page.sessionEnds.last.value?.why, 'ended');
});
