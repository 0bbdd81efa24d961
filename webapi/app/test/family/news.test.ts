import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type News, newsOf } from '../../src/family/news';
import { membersNow, unseenSince } from '../../src/family/unseen';
import type { Family, JoinRequest, Me, Member } from '../../src/sync/model';

const member = (userId: string, isOwner = false): Member => ({
  userId,
  name: `<${userId}>`,
  isOwner,
  source: 'google',
});
const asking = (userId: string): JoinRequest => ({
  userId,
  name: `<${userId}>`,
  source: 'google',
  firstSeen: '2026-11-20T00:00:00.000Z',
  requestedAt: '2026-11-21T00:00:00.000Z',
});

/** A family as its first member sees it; that member is the owner by default. */
function family(
  members: string[],
  more: Partial<Family> & Pick<Me, 'pending'> = {},
  { id = 'f1', owner = members[0]!, you = members[0]! } = {},
): Me {
  const all = members.map((m) => member(m, m === owner));
  const { pending, ...of } = more;
  return {
    user: all.find((m) => m.userId === you)!,
    family: { id, name: `family ${id}`, members: all, ...of },
    settings: {},
    ...(pending ? { pending } : {}),
  };
}

/** The same family, in which e is an Echo. */
function withEcho(me: Me): Me {
  return {
    ...me,
    family: { ...me.family, members: me.family.members.map((m) => (m.userId === 'e' ? { ...m, source: 'alexa' } : m)) },
  };
}

const waits = { pending: { name: '<b>', check: '47', until: '2026-11-22T00:00:00.000Z' } };
const emptied = (name: string | undefined, hour: number) => ({
  emptied: { ...(name ? { name } : {}), at: `2026-11-21T0${hour}:00:00.000Z`, count: 3 },
});

const looks: [string, Me | null, Me, News[]][] = [
  ['a first look', null, family(['a', 'b']), []],
  ['nothing changed', family(['a', 'b']), family(['a', 'b']), []],
  ['another person signed in', family(['a', 'b']), family(['b', 'c']), []],
  ['a member came', family(['a']), family(['a', 'b']), [{ kind: 'arrived', name: '<b>' }]],
  ['a member left', family(['a', 'b']), family(['a']), [{ kind: 'departed', name: '<b>' }]],
  ['an Echo came', family(['a']), withEcho(family(['a', 'e'])), [{ kind: 'arrived', name: '<e>', echo: true }]],
  [
    'one left, one came',
    family(['a', 'b']),
    family(['a', 'c']),
    [
      { kind: 'departed', name: '<b>' },
      { kind: 'arrived', name: '<c>' },
    ],
  ],
  [
    'another owner',
    family(['a', 'b', 'c']),
    family(['a', 'b', 'c'], {}, { owner: 'b' }),
    [{ kind: 'newOwner', name: '<b>' }],
  ],
  ['one is owner now', family(['a', 'b'], {}, { owner: 'b' }), family(['a', 'b']), [{ kind: 'newOwnerYou' }]],
  ['a person asks', family(['a']), family(['a'], { requests: [asking('x')] }), [{ kind: 'asks', name: '<x>' }]],
  [
    'the same one still asks',
    family(['a'], { requests: [asking('x')] }),
    family(['a'], { requests: [asking('x')] }),
    [],
  ],
  [
    'the same one asks anew',
    family(['a'], { requests: [asking('x')] }),
    family(['a'], { requests: [{ ...asking('x'), requestedAt: '2026-11-21T00:01:00.000Z' }] }),
    [{ kind: 'asks', name: '<x>' }],
  ],
  ['a request is withdrawn', family(['a'], { requests: [asking('x')] }), family(['a'], { requests: [] }), []],
  [
    'let in',
    family(['a'], waits),
    family(['b', 'a'], {}, { id: 'f2', you: 'a' }),
    [{ kind: 'letIn', family: 'family f2' }],
  ],
  ['not let in', family(['a'], waits), family(['a']), [{ kind: 'notLetIn', name: '<b>' }]],
  [
    'removed',
    family(['b', 'c', 'a'], {}, { you: 'a' }),
    { ...family(['a'], {}, { id: 'f3' }), removedBy: 'b' },
    [{ kind: 'removed', family: 'family f1', by: '<b>' }],
  ],
  [
    'left on another device',
    family(['b', 'a'], {}, { you: 'a' }),
    family(['a'], {}, { id: 'f3' }),
    [{ kind: 'familyChanged', family: 'family f3' }],
  ],
  [
    'removed from a family that this page did not show',
    family(['c', 'a'], {}, { you: 'a' }),
    { ...family(['a'], {}, { id: 'f3' }), removedBy: 'b' },
    [{ kind: 'familyChanged', family: 'family f3' }],
  ],
  [
    'joined another family than asked',
    family(['a'], waits),
    family(['a'], {}, { id: 'f3' }),
    [{ kind: 'familyChanged', family: 'family f3' }],
  ],
  [
    'another member emptied the trash',
    family(['a', 'b']),
    family(['a', 'b'], emptied('<b>', 1)),
    [{ kind: 'emptied', name: '<b>', count: 3 }],
  ],
  ['it is told once', family(['a', 'b'], emptied('<b>', 1)), family(['a', 'b'], emptied('<b>', 1)), []],
  [
    'it was emptied anew',
    family(['a', 'b'], emptied('<b>', 1)),
    family(['a', 'b'], emptied('<b>', 2)),
    [{ kind: 'emptied', name: '<b>', count: 3 }],
  ],
  ['one emptied it oneself', family(['a', 'b']), family(['a', 'b'], emptied('<a>', 1)), []],
  [
    'a person who has left emptied it',
    family(['a', 'b']),
    family(['a', 'b'], emptied(undefined, 1)),
    [{ kind: 'emptied', name: '', count: 3 }],
  ],
];
for (const [name, before, after, want] of looks)
  test(`news: ${name}`, () => assert.deepEqual(newsOf(before, after), want));

test('news since the members were last seen', () => {
  const seen = membersNow(family(['a', 'b', 'c']));
  assert.deepEqual(unseenSince(seen, family(['a', 'c', 'd'])), { came: new Set(['d']), left: [{ name: '<b>' }] });
  const echo = membersNow(withEcho(family(['a', 'e'])));
  assert.deepEqual(unseenSince(echo, family(['a'])).left, [{ name: '<e>', echo: true }]);
  assert.deepEqual(unseenSince(seen, family(['a', 'b', 'c'])), { came: new Set(), left: [] });
});

test('a first look, and one at another family or by another person, has nothing new', () => {
  const nothing = { came: new Set(), left: [] };
  const seen = membersNow(family(['a', 'b']));
  assert.deepEqual(unseenSince(null, family(['a'])), nothing);
  assert.deepEqual(unseenSince(seen, family(['a', 'c'], {}, { id: 'f2' })), nothing);
  assert.deepEqual(unseenSince(seen, family(['a', 'b', 'c'], {}, { you: 'b' })), nothing);
});

test('a member called like a property of every object is known and unknown like others', () => {
  assert.deepEqual(unseenSince(membersNow(family(['a'])), family(['a', 'constructor'])).came, new Set(['constructor']));
});
