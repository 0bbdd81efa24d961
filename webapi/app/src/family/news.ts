import type { Me } from '../sync/model';
import type { Named } from './unseen';

/** A change of the family that another member made. */
export type News =
  | ({ kind: 'arrived' | 'departed' | 'asks' | 'newOwner' } & Named)
  | { kind: 'notLetIn'; name: string }
  | { kind: 'newOwnerYou' }
  | { kind: 'letIn' | 'familyChanged'; family: string }
  | { kind: 'removed'; family: string; by: string }
  | { kind: 'emptied'; name: string; count: number };

/** The changes between two answers for the same person, the most important last. */
export function newsOf(before: Me | null, after: Me): News[] {
  if (!before || before.user.userId !== after.user.userId) return [];
  if (before.family.id !== after.family.id) return [moved(before, after)];
  return [...emptied(before, after), ...owners(before, after), ...comings(before, after), ...requests(before, after)];
}

function moved({ pending, family: left }: Me, { family, removedBy }: Me): News {
  const remover = left.members.find((m) => m.userId === removedBy);
  if (remover) return { kind: 'removed', family: left.name, by: remover.name };
  const owner = family.members.find((m) => m.isOwner);
  return { kind: pending && pending.name === owner?.name ? 'letIn' : 'familyChanged', family: family.name };
}

/** That another member has emptied the trash since the last answer. */
function emptied(before: Me, after: Me): News[] {
  const { name = '', at = '', count = 0 } = after.family.emptied ?? {};
  if (at <= (before.family.emptied?.at ?? '') || name === after.user.name) return [];
  return [{ kind: 'emptied', name, count }];
}

function owners(before: Me, after: Me): News[] {
  const was = before.family.members.find((m) => m.isOwner);
  const is = after.family.members.find((m) => m.isOwner);
  if (!was || !is || was.userId === is.userId) return [];
  return [is.userId === after.user.userId ? { kind: 'newOwnerYou' } : { kind: 'newOwner', ...named(is) }];
}

function comings(before: Me, after: Me): News[] {
  const went = beyond(before.family.members, after.family.members);
  const came = beyond(after.family.members, before.family.members);
  return [
    ...went.map((member): News => ({ kind: 'departed', ...named(member) })),
    ...came.map((member): News => ({ kind: 'arrived', ...named(member) })),
  ];
}

function requests(before: Me, after: Me): News[] {
  const lost: News[] = before.pending && !after.pending ? [{ kind: 'notLetIn', name: before.pending.name }] : [];
  const known = new Set(before.family.requests?.map(({ userId, requestedAt }) => `${userId} ${requestedAt}`)); // the person may ask again
  const asking = (after.family.requests ?? []).filter(
    ({ userId, requestedAt }) => !known.has(`${userId} ${requestedAt}`),
  );
  return [...lost, ...asking.map((person): News => ({ kind: 'asks', ...named(person) }))];
}

function named({ name, source }: { name: string; source: string }): Named {
  return source === 'alexa' ? { name, echo: true } : { name };
}

/** Those of some people who are not among the others. */
function beyond<T extends { userId: string }>(some: readonly T[], others: readonly T[]): T[] {
  const known = new Set(others.map((o) => o.userId));
  return some.filter((s) => !known.has(s.userId));
}
