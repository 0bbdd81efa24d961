import { dayOf } from '../../messages/moment';
import type { Member } from '../../sync/model';
import { Avatar } from '../avatar';
import { useFamily } from '../page_context';

/** What one can do with a member. */
export type Tool = 'name' | 'handOver' | 'remove';

interface MemberItemProps {
  member: Member;
  you: boolean;
  fresh: boolean;
  /** The tools that the person has for this member. */
  tools: readonly Tool[];
  /** Begins one of them. */
  use: (tool: Tool) => void;
}

/** One member of the family, and the actions for this member. */
export function MemberItem({ member, you, fresh, tools, use }: MemberItemProps) {
  const { t, language, person } = useFamily();
  const since = dayOf(member.joinedAt, language);
  const adder = person.memberOf(member.addedBy ?? '')?.name;
  const rooms = member.rooms?.map(({ name }) => name) ?? [];
  const facts = [...rooms, adder && t.addedBy(adder), since && t.since(since)].filter(Boolean);
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
        {tools.length > 0 && <Tools member={member} tools={tools} use={use} />}
      </div>
    </li>
  );
}

function Tools({ member: { name, source }, tools, use }: Pick<MemberItemProps, 'member' | 'tools' | 'use'>) {
  const { t } = useFamily();
  const echo = source === 'alexa';
  const words: Record<Tool, { label: string; says: string; testid: string }> = {
    name: { label: t.nameEchoNamed(name), says: t.nameEcho, testid: 'member-name' },
    handOver: { label: t.handOverTo(name), says: t.handOver, testid: 'member-hand-over' },
    remove: { label: t.removeMemberNamed(name, echo), says: t.removeMember, testid: 'member-remove' },
  };
  return (
    <>
      <div class="choices">
        {tools.map((tool) => (
          <button
            type="button"
            class="button plain"
            key={tool}
            aria-label={words[tool].label}
            onClick={() => use(tool)}
            data-testid={words[tool].testid}
          >
            {words[tool].says}
          </button>
        ))}
      </div>
      {echo && tools.includes('remove') && <p class="hint">{t.echoNoOwner}</p>}
    </>
  );
}
