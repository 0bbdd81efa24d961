import { useSignal } from '@preact/signals';
import type { Member } from '../../sync/model';
import { Confirm } from '../confirm';
import { useRare } from '../rare_words';
import { MemberItem, MemberMenu, type Tool } from './member';
import { NameEcho } from './name_echo';
import { RemoveMember } from './remove_member';

/** The members in the order in which they joined, and those who have left since the person last looked. */
export function Members() {
  const { t, badge, person } = useRare();
  const { me } = person;
  const asked = useSignal<{ tool: Tool | 'menu'; member: Member } | null>(null);
  if (!me.value) return null;
  const { user, family } = me.value;
  const { came, left } = badge.unseen.value;
  const close = () => (asked.value = null);
  return (
    <section aria-labelledby="members">
      <h2 class="block-title" id="members">
        {t.members(family.members.length)}
      </h2>
      <ul class="block">
        {family.members.map((member) => (
          <MemberItem
            key={member.userId}
            member={member}
            you={member.userId === user.userId}
            fresh={came.has(member.userId)}
            more={toolsFor(user, member).length > 0 ? () => (asked.value = { tool: 'menu', member }) : undefined}
          />
        ))}
      </ul>
      {left.map(({ name, echo }) => (
        <p class="hint" key={name} data-testid="member-left">
          {t.departed(name, echo)}
        </p>
      ))}
      {asked.value?.tool === 'menu' && (
        <MemberMenu
          member={asked.value.member}
          tools={toolsFor(user, asked.value.member)}
          use={(tool) => (asked.value = { ...asked.value!, tool })}
          close={close}
        />
      )}
      {asked.value?.tool === 'handOver' && <HandOver member={asked.value.member} close={close} />}
      {asked.value?.tool === 'name' && <NameEcho member={asked.value.member} close={close} />}
      {asked.value?.tool === 'remove' && <RemoveMember member={asked.value.member} close={close} />}
    </section>
  );
}

/** The actions on a member: anyone may name an Echo, the rest is for the owner. */
function toolsFor(user: Member, { userId, source }: Member): Tool[] {
  const echo = source === 'alexa';
  const named: Tool[] = echo ? ['name'] : ['handOver'];
  if (user.isOwner && userId !== user.userId) return [...named, 'remove'];
  return echo ? named : [];
}

interface QuestionProps {
  member: Member;
  close: () => void;
}

function HandOver({ member, close }: QuestionProps) {
  const { t, actions } = useRare();
  const { name } = member;
  return (
    <Confirm
      title={t.handOverTitle(name)}
      confirm={t.handOver}
      run={() => actions.handOver(member)}
      close={close}
      testid="hand-over"
    >
      <p>{t.handOverExplain(name)}</p>
    </Confirm>
  );
}
