import { monthOf } from '../../messages/moment';
import type { Member } from '../../sync/model';
import { Avatar } from '../avatar';
import { Dialog } from '../dialog';
import { Icon } from '../icon';
import { useRare } from '../rare_words';
import { SheetRow } from '../sheet';

/** The actions on a member. */
export type Tool = 'name' | 'handOver' | 'remove';

interface MemberItemProps {
  member: Member;
  you: boolean;
  fresh: boolean;
  /** Opens the actions on this member; nothing without actions. */
  more: (() => void) | undefined;
}

/** One member of the family. */
export function MemberItem({ member, you, fresh, more }: MemberItemProps) {
  const { t, language, person } = useRare();
  const since = monthOf(member.joinedAt, language);
  const adder = person.memberOf(member.addedBy ?? '')?.name;
  const rooms = member.rooms?.map(({ name }) => name) ?? [];
  const came = adder ? t.addedBy(adder, since) : since && t.since(since);
  const facts = [...rooms, came].filter(Boolean);
  return (
    <li class="person" data-testid="member">
      <Avatar userId={member.userId} name={member.name} size="l" />
      <div>
        <p class="name">
          <b>{member.name}</b> {member.source === 'alexa' && <span class="unseen">{t.echo}</span>}{' '}
          {member.isOwner && <span class="pill">{t.owner}</span>} {you && <span class="pill out">{t.you}</span>}{' '}
          {fresh && <span class="pill fresh">{t.newHere}</span>}
        </p>
        {facts.length > 0 && <p class="meta">{facts.join(' · ')}</p>}
      </div>
      {more && (
        <button
          type="button"
          class="icon-button"
          aria-label={t.moreAbout(member.name)}
          aria-haspopup="dialog"
          onClick={more}
          data-testid="member-menu"
        >
          <Icon name="more" />
        </button>
      )}
    </li>
  );
}

interface MemberMenuProps {
  member: Member;
  tools: readonly Tool[];
  /** Begins one of the actions. */
  use: (tool: Tool) => void;
  close: () => void;
}

/** The actions on a member. */
export function MemberMenu({ member: { name, source }, tools, use, close }: MemberMenuProps) {
  const { t } = useRare();
  const words: Record<Tool, { says: string; testid: string }> = {
    name: { says: t.nameEcho, testid: 'member-name' },
    handOver: { says: t.handOver, testid: 'member-hand-over' },
    remove: { says: t.removeMember, testid: 'member-remove' },
  };
  return (
    <Dialog title={name} close={close} testid="member-menu-dialog">
      <div class="block">
        {tools.map((tool) => (
          <SheetRow
            key={tool}
            {...(tool === 'remove' && { kind: 'danger' })}
            opens="dialog"
            onClick={() => use(tool)}
            data-testid={words[tool].testid}
          >
            {words[tool].says}
          </SheetRow>
        ))}
      </div>
      {source === 'alexa' && tools.includes('remove') && <p class="hint">{t.echoNoOwner}</p>}
    </Dialog>
  );
}
