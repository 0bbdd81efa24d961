import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { keepAwake } from '../../browser/awake';
import { spaced } from '../../messages/text';
import { clockTime, spanWords } from '../../messages/time';
import type { Invitation } from '../../sync/model';
import { type Action, useAction } from '../action';
import { Dialog } from '../dialog';
import { LaterIcon } from '../later_icon';
import { Outcome } from '../outcome';
import { type RarePage, useRare } from '../rare_words';
import { Countdown } from './invite_timer';
import { Qr } from './qr';
import { Say } from './say';

/** The open invitation: the digits, the link, the sentence for an Echo, and whether the owner is asked. */
export function InviteSheet({ invite, close }: { invite: Invitation; close: () => void }) {
  const { t, actions, browser, notices, person } = useRare();
  const { me } = person;
  const action = useAction();
  useEffect(() => keepAwake(browser), []); // the other person reads and types while this person watches
  const revoke = async () => {
    await actions.revokeInvite();
    notices.news(t.revoked);
  };
  return (
    <Dialog title={t.invite} close={close} class="invite" testid="invite">
      {invite.code ? <Digits code={invite.code} /> : <NoDigits again={invite.codeAgainAt} />}
      <Countdown endsAt={invite.endsAt} />
      <p class="hint" data-testid="invite-for-one">
        {t.forOne}
      </p>
      <Link link={invite.link} action={action} />
      {invite.code && <Say title={t.sayToAlexa} steps={[t.alexaJoin(spaced(invite.code).replaceAll(' ', '\u00a0'))]} />}
      <p class="asks" data-testid="invite-asks">
        <LaterIcon name="shield" class="ic s" />
        {whoIsAsked(t, invite, me.value?.settings?.askBeforeJoin ?? false)}
      </p>
      <Outcome action={action} />
      <button
        type="button"
        class="button line"
        aria-disabled={action.busy.value}
        onClick={() => void action.run(revoke)}
        data-testid="invite-revoke"
      >
        {t.revoke}
      </button>
    </Dialog>
  );
}

function Digits({ code }: { code: string }) {
  const { t } = useRare();
  return (
    <p class="digits" role="img" aria-label={`${t.inviteCode} ${spaced(code)}`} data-testid="invite-code">
      {[...code].map((digit, i) => (
        <b key={i}>{digit}</b>
      ))}
    </p>
  );
}

/** When digits are possible again, in minutes from now. */
function NoDigits({ again }: { again: number | undefined }) {
  const { t, language, clock } = useRare();
  const { now } = clock;
  const left = useComputed(() => spanWords((again ?? 0) - now.value, language));
  return (
    <p data-testid="invite-no-code">{again ? t.digitsAgain(left.value, clockTime(again, language)) : t.linkOnly}</p>
  );
}

/**
 * Whether a person joins immediately or waits for the owner. The family's setting (always) decides first, also when
 * it was switched on after the invitation was made. Without it, digits alone may ask:
 * while there is too much guessing.
 */
function whoIsAsked(t: RarePage['t'], { code, asksFirst }: Invitation, always: boolean): string {
  if (!code) return always ? t.linkAsks : t.linkJoins;
  if (always) return t.allAsk;
  return asksFirst ? t.digitsAsk : t.noneAsk;
}

function Link({ link, action }: { link: string; action: Action }) {
  const { t, browser } = useRare();
  const { navigator } = browser;
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      action.report(t.copied);
    } catch {
      field.current?.select(); // no clipboard without https
      action.report(t.copyByHand);
    }
  };
  const share = () => void navigator.share({ text: t.shareText, url: link }).catch(() => undefined); // closed without sharing
  return (
    <div class="block by-qr">
      <Qr text={link} label={t.qrLabel} />
      <div>
        <p class="hint">{t.qrHint}</p>
        {'share' in navigator && (
          <button type="button" class="button" onClick={share} data-testid="invite-share">
            <LaterIcon name="share" class="ic s" />
            {t.share}
          </button>
        )}
        <button type="button" class="button line" onClick={() => void copy()} data-testid="invite-copy">
          <LaterIcon name="copy" class="ic s" />
          {t.copyLink}
        </button>
        <input
          ref={field}
          readOnly
          autoComplete="off"
          value={link}
          aria-label={t.inviteLink}
          data-testid="invite-link"
        />
      </div>
    </div>
  );
}
