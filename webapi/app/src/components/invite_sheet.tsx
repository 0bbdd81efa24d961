import { useRef } from 'preact/hooks';
import type { Invitation } from '../api';
import { revokeInvite } from '../family_actions';
import { t } from '../language';
import { me, show } from '../state';
import { spaced } from '../text';
import { useAction, type Action } from './action';
import { Dialog } from './dialog';
import { Countdown } from './invite_timer';
import { Outcome } from './outcome';
import { Qr } from './qr';

/** The open invitation: the digits to say, the link to send, and how an Echo is told. */
export function InviteSheet({ invite, close }: { invite: Invitation; close: () => void }) {
  const action = useAction();
  const revoke = async () => {
    await revokeInvite();
    show(t.revoked);
  };
  return (
    <Dialog title={t.invite} close={close} class="invite" testid="invite">
      {invite.code ? <Digits code={invite.code} /> : <p>{t.linkOnly}</p>}
      <Countdown endsAt={invite.endsAt} />
      {me.value?.settings?.askBeforeJoin && <p class="hint">{t.inviteAsks}</p>}
      {invite.code && (
        <p class="alexa">
          {t.sayToAlexa}
          <q>{t.alexaSentence(spaced(invite.code).replaceAll(' ', '\u00a0'))}</q>
        </p>
      )}
      <Link link={invite.link} action={action} />
      <Qr text={invite.link} label={t.qrLabel} hint={t.qrHint} />
      <Outcome action={action} />
      <button
        type="button"
        class="button plain"
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
  return (
    <p class="digits" role="img" aria-label={`${t.inviteCode} ${spaced(code)}`} data-testid="invite-code">
      {[...code].map((digit, i) => (
        <span key={i}>{digit}</span>
      ))}
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
  const share = () => void navigator.share({ text: t.shareText, url: link }).catch(() => undefined); // put away unsent
  return (
    <div class="row link-row">
      <input ref={field} readOnly value={link} aria-label={t.inviteLink} data-testid="invite-link" />
      {'share' in navigator && (
        <button type="button" class="button" onClick={share} data-testid="invite-share">
          {t.share}
        </button>
      )}
      <button type="button" class="button" onClick={() => void copy()} data-testid="invite-copy">
        {t.copyLink}
      </button>
    </div>
  );
}
