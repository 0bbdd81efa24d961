import { t } from '../language';
import { me } from '../state';
import { Avatar } from './avatar';

/** Everybody in the family, in the order they came. */
export function Members() {
  if (!me.value) return null;
  const { user, family } = me.value;
  return (
    <section>
      <h3>{t.members(family.members.length)}</h3>
      <ul class="members">
        {family.members.map((m) => (
          <li key={m.userId} data-testid="member">
            <Avatar userId={m.userId} name={m.name} />
            <span class="member-name">{m.name}</span>
            {m.userId === user.userId && <span class="tag">{t.you}</span>}
            {m.source === 'alexa' && <span class="tag">{t.echo}</span>}
            {m.isOwner && <span class="tag strong">{t.owner}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
