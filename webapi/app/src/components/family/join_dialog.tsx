import { type Signal, useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isNotValid } from '../../family/actions';
import { tiedToFamily } from '../../family/ownership';
import { spaced } from '../../messages/text';
import { clockTime } from '../../messages/time';
import { ApiError, type InvitePreview, type InviteRef, type Me } from '../../sync/model';
import { UnsentTexts, useUnsent } from '../account/unsent_texts';
import { type Action, useAction } from '../action';
import { Dialog } from '../dialog';
import { Outcome } from '../outcome';
import { type RarePage, useRare } from '../rare_words';

/** Asks before a person joins another family, because it also moves their memos. */
export function JoinDialog({ wanted }: { wanted: InviteRef }) {
  return 'inviteCode' in wanted ? <ByDigits code={wanted.inviteCode} /> : <ByLink token={wanted.inviteToken} />;
}

/** Digits do not show the family before they are used. */
function ByDigits({ code }: { code: string }) {
  const { t, person } = useRare();
  const { me } = person;
  return (
    <Question
      wanted={{ inviteCode: code }}
      title={t.joinTitle}
      word={t.joinConfirm}
      otherwise={<ToDigits word={t.changeDigits} digits={code} />}
    >
      <p class="invite-card">{t.joinWith(spaced(code))}</p>
      <p>{(me.value?.family.members.length ?? 0) > 1 ? t.joinMovesAllLeaving : t.joinMovesAll}</p>
      <p>{t.joinMayAsk(whatIsShown(t, me.value))}</p>
      <p class="hint">{t.joinNameLater}</p>
    </Question>
  );
}

/** For a link, shows its family first, or that the link does not work. */
function ByLink({ token }: { token: string }) {
  const { t, api, invites } = useRare();
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
  if (preview.value?.alreadyMember) return <AlreadyMember title={preview.value.family.name} />;
  if (preview.value) return <Invited token={token} preview={preview.value} />;
  return (
    <Dialog title={t.joinTitle} close={() => invites.dismiss()} class="question" testid="join-dialog">
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
  const { t, language, person } = useRare();
  const { me } = person;
  const { family, inviter, asksFirst, movingMemos, expiresAt } = preview;
  return (
    <Question
      wanted={{ inviteToken: token }}
      title={t.joinTitleOf(family.name)}
      word={asksFirst ? t.joinAsk : movingMemos > 0 ? t.joinConfirm : t.joinPlain}
      otherwise={<ToDigits word={t.enterDigits} />}
    >
      <p class="invite-card" data-testid="join-inviter">
        {t.invitedBy(inviter.name)}
      </p>
      {movingMemos > 0 && <p data-testid="join-moves">{t.joinMoves(movingMemos)}</p>}
      <Leaves />
      {asksFirst && <p>{t.joinAsks(whatIsShown(t, me.value))}</p>}
      <p class="hint">{t.linkUntil(clockTime(Date.parse(expiresAt), language))}</p>
    </Question>
  );
}

function Leaves() {
  const { t, person } = useRare();
  const { me } = person;
  return (me.value?.family.members.length ?? 0) > 1 ? <p>{t.joinLeaves}</p> : null;
}

/** The person who asks to join, as the owner sees them. */
function whatIsShown(t: RarePage['t'], me: Me | null): string {
  const { name = '', email } = me?.user ?? {};
  return email ? t.nameAndAddress(name, email) : t.nameOnly(name);
}

interface QuestionProps {
  wanted: InviteRef;
  title: string;
  /** The word on the button that joins. */
  word: string;
  /** The other ways to join after an invalid invitation. */
  otherwise: ComponentChildren;
  children: ComponentChildren;
}

function Question({ wanted, title, word, otherwise, children }: QuestionProps) {
  const { t, actions, clock, invites, person, sync } = useRare();
  const { time } = clock;
  const { me } = person;
  const action = useAction();
  const texts = useUnsent();
  const invalid = useSignal(false);
  const waitsUntil = useSignal(0);
  const go = async () => {
    await actions.join(wanted).catch((e) => {
      invalid.value = isNotValid(e);
      waitsUntil.value = waitOf(e, time());
      throw e;
    });
    await sync.refresh(true);
  };
  const tied = me.value && tiedToFamily(me.value);
  return (
    <Dialog title={title} close={() => invites.dismiss()} class="question" testid="join-dialog">
      {children}
      <UnsentTexts texts={texts.value} says={t.unsentComes} />
      <Outcome action={action} />
      <div class="choices">
        {tied ? (
          <p class="warning">{tied === 'echos' ? t.joinOwnerEchos : t.joinOwner}</p>
        ) : invalid.value ? (
          otherwise
        ) : (
          <Yes word={word} action={action} go={go} waitsUntil={waitsUntil} />
        )}
        <Cancel />
      </div>
    </Dialog>
  );
}

/** When the next attempt is possible after a refusal, in Unix milliseconds; 0: immediately. */
function waitOf(e: unknown, now: number): number {
  return e instanceof ApiError && e.status === 429 ? now + e.retryAfter : 0;
}

interface YesProps {
  word: string;
  action: Action;
  go: () => Promise<void>;
  waitsUntil: Signal<number>;
}

/** The button that joins, disabled while the server would only ask to wait. */
function Yes({ word, action, go, waitsUntil }: YesProps) {
  const { now, time } = useRare().clock;
  const waits = useComputed(() => waitsUntil.value > now.value);
  return (
    <button
      type="button"
      class="button main"
      aria-disabled={action.busy.value || waits.value}
      onClick={() => waitsUntil.peek() <= time() && void action.run(go)}
      data-testid="join-confirm"
    >
      {word}
    </button>
  );
}

function Cancel() {
  const { t, invites } = useRare();
  return (
    <button type="button" class="button line" onClick={() => invites.dismiss()} data-testid="join-cancel">
      {t.cancel}
    </button>
  );
}

/** Opens the field for a code, which has the digits that were not valid, for correction. */
function ToDigits({ word, digits = '' }: { word: string; digits?: string }) {
  const { invites, places, person, familyMenu } = useRare();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []); // the button that it replaces had the focus
  const go = () => {
    invites.dismiss();
    invites.digits.value = digits;
    places.goTo('family');
    familyMenu.value = person.me.peek()!.family.members.length > 1; // the field has the focus then
    setTimeout(() => document.getElementById('join-code')?.focus());
  };
  return (
    <button ref={button} type="button" class="button main" onClick={go} data-testid="to-digits">
      {word}
    </button>
  );
}

/** A link to the person's present family. */
function AlreadyMember({ title }: { title: string }) {
  const { t, invites } = useRare();
  const dismiss = () => invites.dismiss();
  return (
    <Dialog title={title} close={dismiss} class="question" testid="already-member">
      <p role="status">{t.alreadyMember}</p>
      <div class="choices">
        <button type="button" class="button main" onClick={dismiss} data-testid="already-member-close">
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}

/** An invalid link, and the ways left to join. */
function Dead() {
  const { t, invites } = useRare();
  const dismiss = () => invites.dismiss();
  return (
    <Dialog title={t.linkDead} close={dismiss} class="question" testid="link-dead">
      <p role="alert">{t.linkDeadExplain}</p>
      <div class="choices">
        <ToDigits word={t.enterDigits} />
        <button type="button" class="button line" onClick={dismiss} data-testid="link-dead-close">
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}
