import { useComputed, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Invitation } from '../api';
import { makeInvite, revokeInvite } from '../family_actions';
import { t } from '../language';
import { invitation, now, say } from '../state';
import { spaced } from '../text';
import { minutesSeconds, secondsOf } from '../time';
import { useAction, type Action } from './action';
import { Outcome } from './outcome';

/** Seconds before the end at which the time left is told. */
const tellAt = [60, 10];

/** How the owner brings somebody into the family. */
export function Invite() {
  const action = useAction();
  const invite = invitation.value;
  return (
    <section>
      <h3>{t.invite}</h3>
      {invite ? (
        <Open invite={invite} action={action} />
      ) : (
        <>
          <p class="hint">{t.inviteHint}</p>
          <button
            type="button"
            class="button main wide"
            disabled={action.busy.value}
            onClick={() => void action.run(makeInvite)}
            data-testid="invite-make"
          >
            {t.makeInvite}
          </button>
        </>
      )}
      <Outcome action={action} />
    </section>
  );
}

function Open({ invite, action }: { invite: Invitation; action: Action }) {
  const revoke = async () => {
    await revokeInvite();
    action.report(t.revoked);
  };
  return (
    <div class="invite">
      {invite.code ? <Digits code={invite.code} /> : <p>{t.linkOnly}</p>}
      <Countdown endsAt={invite.endsAt} expired={() => action.report(t.inviteExpired)} />
      <Link link={invite.link} action={action} />
      {invite.code && (
        <p class="alexa">
          {t.sayToAlexa}
          <q>{t.alexaSentence(spaced(invite.code))}</q>
        </p>
      )}
      <button
        type="button"
        class="button plain"
        disabled={action.busy.value}
        onClick={() => void action.run(revoke)}
        data-testid="invite-revoke"
      >
        {t.revoke}
      </button>
    </div>
  );
}

function Digits({ code }: { code: string }) {
  return (
    <p class="digits" role="img" aria-label={`${t.inviteCode} ${spaced(code)}`} data-testid="invite-code">
      {[...code].map((digit, i) => (
        <span key={i}>{digit}</span>
      ))}
    </p>
  );
}

/** Counts down, tells the last minute and the last ten seconds, and then puts the invitation away. */
function Countdown({ endsAt, expired }: { endsAt: number; expired: () => void }) {
  const left = useComputed(() => endsAt - now.value);
  const seconds = useComputed(() => secondsOf(left.value));
  useSignalEffect(() => {
    if (tellAt.includes(seconds.value)) say(t.secondsLeft(seconds.value));
    if (seconds.value > 0) return;
    invitation.value = null;
    expired();
  });
  return (
    <p class="countdown" role="timer" aria-live="off" data-testid="invite-time">
      {t.timeLeft} <b>{minutesSeconds(left.value)}</b>
    </p>
  );
}

function Link({ link, action }: { link: string; action: Action }) {
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
  const share = () => void navigator.share({ text: t.shareText, url: link }).catch(() => undefined);
  return (
    <div class="row">
      <input ref={field} readOnly value={link} aria-label={t.inviteLink} data-testid="invite-link" />
      <button type="button" class="button" onClick={() => void copy()} data-testid="invite-copy">
        {t.copyLink}
      </button>
      {'share' in navigator && (
        <button type="button" class="button" onClick={share}>
          {t.share}
        </button>
      )}
    </div>
  );
}
