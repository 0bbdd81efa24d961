import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lettersOf, type Sealed, toneOf } from '../../src/family/seals';

const person = (name: string, more: Partial<Sealed> = {}): Sealed => ({
  userId: name,
  name,
  source: 'google',
  ...more,
});
const letters = (...members: Sealed[]) => members.map(({ userId, name }) => lettersOf(userId, name, members));

const families: [string, Sealed[], string[]][] = [
  ['one letter where it is enough', [person('Anna'), person('ben'), person('Grandma Rose')], ['A', 'B', 'G']],
  ['two where two people share it', [person('Emma'), person('Eric'), person('Anna')], ['Em', 'Er', 'A']],
  ['kanji likewise', [person('花子'), person('花江'), person('大輔')], ['花子', '花江', '大']],
  ['kana likewise', [person('ばあば'), person('ばんり')], ['ばあ', 'ばん']],
  ['the last name before a later letter', [person('Anna Lee'), person('Anna May')], ['An', 'AM']],
  ['a later letter', [person('Emma'), person('Emily')], ['Em', 'Ei']],
  ['three of them', [person('Mia'), person('Mila'), person('Mina')], ['Mi', 'Ml', 'Mn']],
  ['a name of one letter', [person('E'), person('Emma')], ['E', 'Em']],
  ['the same name', [person('Emma', { userId: 'u1' }), person('Emma', { userId: 'u2' })], ['Em', 'Ea']],
  ['an Echo has no letter', [person('Emma'), person('Echo', { source: 'alexa' })], ['E', 'E']],
  ['nor has an emoji', [person('Emma'), person('Eric', { emoji: '🐻' })], ['E', 'E']],
  ['a letter of two code units', [person('𠮷田'), person('😀 face')], ['𠮷', '😀']],
  ['no name', [person('')], ['?']],
];
for (const [name, members, want] of families)
  test(`letters of a family: ${name}`, () => assert.deepEqual(letters(...members), want));

test('a person who has left has one letter', () => assert.equal(lettersOf('gone', 'Emma', [person('Eric')]), 'E'));

test('the first six of a family differ in tone', () => {
  const family = [...'abcdefg'].map((name) => person(name));
  assert.deepEqual(
    family.map(({ userId }) => toneOf(userId, family)),
    [0, 1, 2, 3, 4, 5, 0],
  );
});

test('a person who has left keeps the tone', () => {
  for (const id of ['u1', '108', 'amzn1.ask.account.X']) {
    assert.equal(toneOf(id, []), toneOf(id, []));
    assert.ok(toneOf(id, []) >= 0 && toneOf(id, []) < 6);
  }
});
