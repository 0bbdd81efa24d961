import { useSignal, useSignalEffect } from '@preact/signals';
import { useAction } from '../action';
import { Outcome } from '../outcome';
import { useFamily } from '../page_context';
import { AskFirst } from './ask_first';
import { InviteSheet } from './invite_sheet';
import { Countdown, useInviteTimer } from './invite_timer';

/** How the owner brings a person into the family. */
export function Invite() {
  const { t, actions, invites } = useFamily();
  const { invitation } = invites;
  useInviteTimer();
  const action = useAction();
  const shown = useSignal(false);
  useRequestsUncovered(() => (shown.value = false));
  const invite = invitation.value;
  const make = async () => {
    if (!invitation.value) await actions.makeInvite();
    shown.value = true;
  };
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">{t.invite}</h2>
      {invite && !shown.value ? <Countdown endsAt={invite.endsAt} /> : <p class="hint">{t.inviteHint}</p>}
      <button
        type="button"
        class="button main wide"
        aria-haspopup="dialog"
        aria-disabled={action.busy.value}
        onClick={() => void action.run(make)}
        data-testid="invite-make"
      >
        {invite ? t.showInvite : t.makeInvite}
      </button>
      <Outcome action={action} />
      <AskFirst />
      {invite && shown.value && <InviteSheet invite={invite} close={() => (shown.value = false)} />}
    </section>
  );
}

/** A new request is to be seen, and the sheet would cover it. The invitation stays: several people may ask with it. */
function useRequestsUncovered(close: () => void): void {
  const { waiting } = useFamily().badge;
  const before = useSignal(waiting.peek());
  useSignalEffect(() => {
    const n = waiting.value;
    if (n > before.peek()) close();
    before.value = n;
  });
}
