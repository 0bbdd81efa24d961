import { dayOf } from '../../messages/moment';
import type { Member } from '../../sync/model';
import { Avatar } from '../avatar';
import { useFamily } from '../page_context';

/** What the owner can do with a member. */
export type Tool = 'handOver' | 'remove';

interface MemberItemProps {
  member: Member;
  you: boolean;
  fresh: boolean;
  /** Begins one of the owner's tools; absent where there are none. */
  use?: ((tool: Tool) => void) | undefined;
}

/** One member of the family, and the owner's actions for this member. */
export function MemberItem({ member, you, fresh, use }: MemberItemProps) {
  const { t, language, person } = useFamily();
  const since = dayOf(member.joinedAt, language);
  const adder = person.memberOf(member.addedBy ?? '')?.name;
  const facts = [adder && t.addedBy(adder), since && t.since(since)].filter(Boolean);
  return (
    <li class="person" data-testid="member">
      <Avatar userId={member.userId} name={member.name} picture={member.picture} />
      <div class="person-who">
        <p class="person-name">
          <b>{member.name}</b> {you && <span class="tag">{t.you}</span>}{' '}
          {member.source === 'alexa' && <span class="tag">{t.echo}</span>}{' '}
          {member.isOwner && <span class="tag strong">{t.owner}</span>}{' '}
          {fresh && <span class="tag fresh">{t.newHere}</span>}
        </p>
        {facts.length > 0 && <p class="hint">{facts.join(' · ')}</p>}
        {use && <Tools member={member} use={use} />}
      </div>
    </li>
  );
}

function Tools({ member: { name, source }, use }: { member: Member; use: (tool: Tool) => void }) {
  const { t } = useFamily();
  const echo = source === 'alexa';
  return (
    <>
      <div class="choices">
        {!echo && (
          <button
            type="button"
            class="button plain"
            aria-label={t.handOverTo(name)}
            onClick={() => use('handOver')}
            data-testid="member-hand-over"
          >
            {t.handOver}
          </button>
        )}
        <button
          type="button"
          class="button plain"
          aria-label={t.removeMemberNamed(name, echo)}
          onClick={() => use('remove')}
          data-testid="member-remove"
        >
          {t.removeMember}
        </button>
      </div>
      {echo && <p class="hint">{t.echoNoOwner}</p>}
    </>
  );
}
