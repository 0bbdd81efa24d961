import type { Member } from '../sync/model';

/** How many tones the style sheet has for people. */
const tones = 6;

/** The fields of a member on which the seals of a family depend. */
export type Sealed = Pick<Member, 'userId' | 'name' | 'source' | 'emoji'>;

/**
 * The letters that stand for a person: the first of the name or, where another member begins with the same, two by
 * which the family knows them.
 */
export function lettersOf(userId: string, name: string, members: readonly Sealed[]): string {
  const first = firstOf(name);
  const alike = members.filter((m) => m.source !== 'alexa' && !m.emoji && firstOf(m.name) === first);
  if (alike.length < 2) return first;
  const taken: string[] = [];
  for (const member of alike) {
    const pairs = pairsOf(member.name);
    const pair = pairs.find((p) => !taken.includes(p)) ?? pairs[0] ?? first;
    if (member.userId === userId) return pair;
    taken.push(pair);
  }
  return first;
}

/** The tone of a person's seal: by the place in the family, so that the first six differ; else always the same one. */
export function toneOf(userId: string, members: readonly Sealed[]): number {
  const place = members.findIndex((m) => m.userId === userId);
  if (place >= 0) return place % tones;
  let hash = 0;
  for (const c of userId) hash = (hash * 31 + c.codePointAt(0)!) % 65521;
  return hash % tones;
}

const firstOf = (name: string): string => ([...name.trim()][0] ?? '?').toUpperCase();

/** The first letter with each possible second one: the second letter, the last word's, then the others. */
function pairsOf(name: string): string[] {
  const words = name.trim().split(/[\s・]+/u);
  const rest = [...words.join('')].slice(1);
  const last = words.length > 1 ? [...words.at(-1)!].slice(0, 1) : [];
  return [...rest.slice(0, 1), ...last, ...rest.slice(1)].map((letter) => firstOf(name) + letter);
}
