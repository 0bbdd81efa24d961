import type { Me } from '../sync/model';

/**
 * The members because of whom the owner cannot leave: people, one of whom can become the owner, or Echos alone, which
 * cannot and have to be removed. null: the owner may leave.
 */
export function tiedToFamily({ user, family }: Me): 'people' | 'echos' | null {
  const others = family.members.filter((m) => m.userId !== user.userId);
  if (!user.isOwner || others.length === 0) return null;
  return others.every((m) => m.source === 'alexa') ? 'echos' : 'people';
}
