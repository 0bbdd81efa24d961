import type { Me } from '../sync/model';
import type { SeenMembers } from '../sync/store/store';

/** The name of a person or of an Echo, which are written differently. */
export interface Named {
  name: string;
  echo?: true;
}

/** The present members, for a later comparison. */
export function membersNow({ user, family }: Me): SeenMembers {
  const echos = family.members.filter((m) => m.source === 'alexa').map((m) => m.userId);
  return {
    user: user.userId,
    family: family.id,
    names: Object.fromEntries(family.members.map((m) => [m.userId, m.name])),
    echos,
  };
}

/** The members who joined (by id) and left (by name) since the last look. */
export interface Unseen {
  came: ReadonlySet<string>;
  left: readonly Named[];
}

/** The changes since then. A first look, and one at another family, has none. */
export function unseenSince(seen: SeenMembers | null, me: Me): Unseen {
  if (!seen || seen.user !== me.user.userId || seen.family !== me.family.id) return { came: new Set(), left: [] };
  const present = new Set(me.family.members.map((m) => m.userId));
  const came = [...present].filter((id) => !Object.hasOwn(seen.names, id));
  const left = Object.entries(seen.names).filter(([id]) => !present.has(id));
  return {
    came: new Set(came),
    left: left.map(([id, name]) => (seen.echos?.includes(id) ? { name, echo: true } : { name })),
  };
}
