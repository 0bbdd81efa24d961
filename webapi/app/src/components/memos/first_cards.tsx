import type { ComponentChildren } from 'preact';
import { Icon, Mark } from '../icon';
import { LaterIcon } from '../later_icon';
import { useFamily } from '../page_context';
import { focusComposer } from './composer';

/** From how many memos on a list needs no hint at how it is used. */
const enough = 10;

/** The ways to begin, each until it has been used: to write a memo, to say one, and to invite the family. */
export function FirstCards() {
  const { t, lists, person, voice } = useFamily();
  const me = person.me.value;
  if (!me || lists.memos.value.length >= enough || lists.hasMore.value) return null;
  const { user, family } = me;
  const isOwn = ({ userId }: { userId: string }) => userId === user.userId;
  const wrote = lists.memos.value.some(isOwn) || lists.trash.value.some(isOwn);
  const said = voice.used.value || family.members.some((m) => m.source === 'alexa');
  const together = family.members.filter((m) => m.source !== 'alexa').length > 1;
  const empty = lists.memos.value.length === 0;
  if (wrote && said && together) return empty ? <NoMemos /> : null;
  return (
    <section class="first" aria-label={t.welcome(user.name)} data-testid="first">
      {empty && (
        <div class="hello">
          <Mark />
          <h2>{t.welcome(user.name)}</h2>
          <p>{t.welcomeHint}</p>
        </div>
      )}
      {!wrote && <Write />}
      {!said && <Say />}
      {!together && <Invite owner={family.members.find((m) => m.isOwner)?.name ?? ''} />}
    </section>
  );
}

function NoMemos() {
  const { t } = useFamily();
  return (
    <p class="empty" data-testid="empty">
      {t.noMemos}
    </p>
  );
}

interface CardProps {
  title: string;
  icon: ComponentChildren;
  kind?: string;
  children: ComponentChildren;
}

function Card({ title, icon, kind = '', children }: CardProps) {
  return (
    <div class={`card ${kind}`}>
      <span class="pic">{icon}</span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}

function Write() {
  const { t } = useFamily();
  return (
    <Card title={t.firstWrite} icon={<LaterIcon name="edit" />}>
      <p>{t.firstWriteHint}</p>
      <button type="button" class="button" onClick={focusComposer} data-testid="first-write">
        {t.firstWriteGo}
      </button>
    </Card>
  );
}

function Say() {
  const { t, voice } = useFamily();
  const canListen = voice.canListen();
  return (
    <Card title={t.firstSay} icon={<LaterIcon name="mic" />}>
      <p>
        {canListen && t.firstSayHint}
        {t.firstSayEcho}
        <span class="quote">{t.firstSayPhrase}</span>
      </p>
      {canListen && (
        <button type="button" class="button" onClick={() => voice.start()} data-testid="first-say">
          {t.firstSayGo}
        </button>
      )}
    </Card>
  );
}

/** Only the owner invites; the others are told who does. */
function Invite({ owner }: { owner: string }) {
  const { t, person, places, inviting } = useFamily();
  const mayInvite = person.me.value?.user.isOwner;
  const go = () => {
    inviting.value = true;
    places.goTo('family');
  };
  return (
    <Card title={t.firstInvite} icon={<Icon name="people" />} kind="key folded">
      <p>{mayInvite ? t.firstInviteHint : t.firstInviteOwner(owner)}</p>
      {mayInvite && (
        <button type="button" class="button main" onClick={go} data-testid="first-invite">
          {t.firstInviteGo}
        </button>
      )}
    </Card>
  );
}
