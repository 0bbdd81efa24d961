import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Member } from '../../src/sync/model';
import { memoOf } from '../kit/fake_server';
import { meOf, openPage } from '../kit/page';

test('a memo is by a member’s present name, and by the voice or room that an Echo heard', (t) => {
  const { person } = openPage(t).page;
  const me = meOf('u1');
  const echo: Member = { userId: 'e1', name: 'Echo', isOwner: false, source: 'alexa' };
  person.me.value = { ...me, family: { ...me.family, members: [{ ...me.user, name: 'Hanako' }, echo] } };
  const by = (userId: string, createdByName: string) =>
    person.authorOf(memoOf('m', 'milk', 1000, { userId, createdByName }));
  assert.deepEqual([by('u1', 'as it was'), by('e1', 'Kitchen'), by('gone', 'Jiro')], ['Hanako', 'Kitchen', 'Jiro']);
});
