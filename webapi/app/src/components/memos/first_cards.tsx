import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon, Mark } from '../icon';
import { LaterIcon } from '../later_icon';
import { type FamilyPage, useFamily } from '../page_context';
import { focusComposer } from './composer';

/** How many memos make the hints on using the list unnecessary. */
const enough = 10;

/** The storage key of the hints that were closed. */
const slot = 'firstClosed';

/** A way to begin. */
interface Hint {
  id: 'write' | 'say' | 'invite';
  icon: ComponentChildren;
  title: string;
  words: ComponentChildren;
  /** The text and the action of its button; absent if this device cannot do it. */
  go?: string | false;
  act: () => void;
}

/** The first steps, until used or closed: write a memo, speak one, invite. Below memos they are lines. */
export function FirstCards() {
  const page = useFamily();
  const { t, browser, lists, person } = page;
  const closed = useSignal(closedIn(browser.localStorage));
  const me = person.me.value;
  if (!me || lists.memos.value.length >= enough || lists.hasMore.value) return null;
  const hints = hintsOf(page).filter(({ id }) => isOpen(id, page) && !closed.value.includes(id));
  const empty = lists.memos.value.length === 0;
  if (hints.length === 0) return empty ? <NoMemos /> : null;
  if (empty) return <Welcome name={me.user.name} hints={hints} />;
  const close = (id: string) => {
    closed.value = [...closed.value, id];
    try {
      browser.localStorage.setItem(slot, closed.value.join());
    } catch {
      // without storage it appears again with the next page
    }
  };
  return (
    <ul class="block first" aria-label={t.firstMore} data-testid="first">
      {hints.map((hint) => (
        <Line key={hint.id} hint={hint} close={() => close(hint.id)} />
      ))}
    </ul>
  );
}

function closedIn(storage: Storage): string[] {
  try {
    return storage.getItem(slot)?.split(',') ?? [];
  } catch {
    return [];
  }
}

/** Whether a step has not been used. Only the owner invites. */
function isOpen(id: Hint['id'], { lists, person, voice }: FamilyPage): boolean {
  const { user, family } = person.me.value!;
  const isOwn = ({ userId }: { userId: string }) => userId === user.userId;
  const people = family.members.filter((m) => m.source !== 'alexa').length;
  switch (id) {
    case 'write':
      return !lists.memos.value.some(isOwn) && !lists.trash.value.some(isOwn);
    case 'say':
      return !voice.used.value && people === family.members.length;
    case 'invite':
      return user.isOwner && people === 1;
  }
}

function hintsOf({ t, voice, places, inviting }: FamilyPage): Hint[] {
  const canListen = voice.canListen();
  const invite = () => {
    inviting.value = true;
    places.goTo('family');
  };
  const say = (
    <>
      {canListen && t.firstSayHint}
      {t.firstSayEcho}
      <span class="quote">{t.firstSayPhrase}</span>
    </>
  );
  return [
    {
      id: 'write',
      icon: <LaterIcon name="edit" />,
      title: t.firstWrite,
      words: t.firstWriteHint,
      go: t.firstWriteGo,
      act: focusComposer,
    },
    {
      id: 'say',
      icon: <LaterIcon name="mic" />,
      title: t.firstSay,
      words: say,
      go: canListen && t.firstSayGo,
      act: () => voice.start(),
    },
    {
      id: 'invite',
      icon: <Icon name="people" />,
      title: t.firstInvite,
      words: t.firstInviteHint,
      go: t.firstInviteGo,
      act: invite,
    },
  ];
}

function NoMemos() {
  const { t } = useFamily();
  return (
    <p class="empty" data-testid="empty">
      {t.noMemos}
    </p>
  );
}

function Welcome({ name, hints }: { name: string; hints: readonly Hint[] }) {
  const { t } = useFamily();
  return (
    <section class="first" aria-label={t.welcome(name)} data-testid="first">
      <div class="hello">
        <Mark />
        <h2>{t.welcome(name)}</h2>
        <p>{t.welcomeHint}</p>
      </div>
      {hints.map(({ id, icon, title, words, go, act }) => (
        <div key={id} class={`card ${id}`} data-testid="first-hint">
          <span class="pic">{icon}</span>
          <div>
            <h3>{title}</h3>
            <p>{words}</p>
            {go && (
              <button
                type="button"
                class={id === 'invite' ? 'button main' : 'button'}
                onClick={act}
                data-testid={`first-${id}`}
              >
                {go}
              </button>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}

/** A hint in one line; a step that this device cannot do is described in words. */
function Line({ hint: { id, icon, title, words, go, act }, close }: { hint: Hint; close: () => void }) {
  const { t } = useFamily();
  return (
    <li class="person" data-testid="first-hint">
      {icon}
      <div>
        <p>{title}</p>
        {!go && <p class="meta">{words}</p>}
      </div>
      {go && (
        <button type="button" class="plain" onClick={act} data-testid={`first-${id}`}>
          {go}
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t.closeHint(title)}
        onClick={close}
        data-testid={`first-close-${id}`}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
