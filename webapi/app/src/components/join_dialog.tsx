import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { InvitePreview, Ticket } from '../api';
import { isNotValid, join } from '../family_actions';
import { t } from '../family_language';
import { dismissTicket } from '../invite_link';
import { language } from '../language';
import { api, goTo, me } from '../state';
import { refresh } from '../sync';
import { spaced } from '../text';
import { clock } from '../time';
import { useAction } from './action';
import { Dialog } from './dialog';
import { Outcome } from './outcome';

/** Asks before one joins another family, because one's memos come along. */
export function JoinDialog({ wanted }: { wanted: Ticket }) {
  return 'inviteCode' in wanted ? <ByDigits code={wanted.inviteCode} /> : <ByLink token={wanted.inviteToken} />;
}

/** Digits do not say whose they are before they are used. */
function ByDigits({ code }: { code: string }) {
  return (
    <Question wanted={{ inviteCode: code }} title={t.joinTitle} word={t.joinConfirm}>
      <p class="ticket">{t.joinWith(spaced(code))}</p>
      <p>{t.joinMovesAll}</p>
      <Leaves />
      <p>{t.joinMayAsk(whatIsShown())}</p>
    </Question>
  );
}

/** By a link one is told at once where it leads, or that it does not work. */
function ByLink({ token }: { token: string }) {
  const action = useAction();
  const preview = useSignal<InvitePreview | 'dead' | null>(token ? null : 'dead');
  const look = async () => {
    try {
      preview.value = await api.previewInvite(token);
    } catch (e) {
      if (!isNotValid(e)) throw e;
      preview.value = 'dead';
    }
  };
  useEffect(() => void (token && action.run(look)), []);
  if (preview.value === 'dead') return <Dead />;
  if (preview.value) return <Invited token={token} preview={preview.value} />;
  return (
    <Dialog title={t.joinTitle} close={dismissTicket} class="question" testid="join-dialog">
      {action.busy.value && <p role="status">{t.joinLooking}</p>}
      <Outcome action={action} />
      {!action.busy.value && (
        <div class="choices">
          <button type="button" class="button main" onClick={() => void action.run(look)} data-testid="join-again">
            {t.tryAgain}
          </button>
          <Cancel />
        </div>
      )}
    </Dialog>
  );
}

function Invited({ token, preview }: { token: string; preview: InvitePreview }) {
  const { family, inviter, asksFirst, movingMemos, expiresAt } = preview;
  return (
    <Question
      wanted={{ inviteToken: token }}
      title={t.joinTitleOf(family.name)}
      word={asksFirst ? t.joinAsk : movingMemos > 0 ? t.joinConfirm : t.joinPlain}
    >
      <p class="ticket" data-testid="join-inviter">
        {t.invitedBy(inviter.name)}
      </p>
      {movingMemos > 0 && <p data-testid="join-moves">{t.joinMoves(movingMemos)}</p>}
      <Leaves />
      {asksFirst && <p>{t.joinAsks(whatIsShown())}</p>}
      <p class="hint">{t.linkUntil(clock(Date.parse(expiresAt), language))}</p>
    </Question>
  );
}

function Leaves() {
  return (me.value?.family.members.length ?? 0) > 1 ? <p>{t.joinLeaves}</p> : null;
}

/** What the owner is shown of the person who asks. */
function whatIsShown(): string {
  const { name = '', email } = me.value?.user ?? {};
  return email ? t.nameAndAddress(name, email) : t.nameOnly(name);
}

interface QuestionProps {
  wanted: Ticket;
  title: string;
  /** The word for yes. */
  word: string;
  children: ComponentChildren;
}

function Question({ wanted, title, word, children }: QuestionProps) {
  const action = useAction();
  const go = async () => {
    await join(wanted);
    await refresh(true);
  };
  return (
    <Dialog title={title} close={dismissTicket} class="question" testid="join-dialog">
      {children}
      <Outcome action={action} />
      <div class="choices">
        {ownsOthers() ? (
          <p class="warning">{t.joinOwner}</p>
        ) : (
          <button
            type="button"
            class="button main"
            aria-disabled={action.busy.value}
            onClick={() => void action.run(go)}
            data-testid="join-confirm"
          >
            {word}
          </button>
        )}
        <Cancel />
      </div>
    </Dialog>
  );
}

/** Whether one owns a family with others in it, which one has to hand over first. */
function ownsOthers(): boolean {
  return !!me.value?.user.isOwner && me.value.family.members.length > 1;
}

function Cancel() {
  return (
    <button type="button" class="button plain" onClick={dismissTicket} data-testid="join-cancel">
      {t.cancel}
    </button>
  );
}

/** A link that does not work, and what one can do. */
function Dead() {
  const digits = () => {
    dismissTicket();
    goTo('family');
    setTimeout(() => document.getElementById('join-code')?.focus());
  };
  return (
    <Dialog title={t.linkDead} close={dismissTicket} class="question" testid="link-dead">
      <p role="alert">{t.linkDeadExplain}</p>
      <div class="choices">
        <button type="button" class="button main" onClick={digits} data-testid="link-dead-digits">
          {t.enterDigits}
        </button>
        <button type="button" class="button plain" onClick={dismissTicket} data-testid="link-dead-close">
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}
