import type { Me } from '../sync/model';

/**
 * Who keeps the owner of a family in it: people, one of whom takes it over, or Echos
 * alone, which cannot and have to be removed. null: the person may go.
 */
export function tiedToFamily({ user, family }: Me): 'people' | 'echos' | null {
  const others = family.members.filter((m) => m.userId !== user.userId);
  if (!user.isOwner || others.length === 0) return null;
  return others.every((m) => m.source === 'alexa') ? 'echos' : 'people';
}
