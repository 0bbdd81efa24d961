import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useAction } from '../action';
import { LaterIcon } from '../later_icon';
import { useServer } from '../needs_server';
import { Outcome } from '../outcome';
import { useRare } from '../rare_words';
import { SheetRow } from '../sheet';
import { InviteSheet } from './invite_sheet';
import { Countdown, useInviteTimer } from './invite_timer';

/** The owner's invitation of a person. */
export function Invite() {
  const { t, actions, invites, inviting } = useRare();
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
  useEffect(() => {
    if (inviting.peek()) void action.run(make);
    inviting.value = false;
  }, []);
  return (
    <>
      <SheetRow
        kind="main"
        opens="dialog"
        aria-disabled={action.busy.value}
        {...useServer(() => void action.run(make))}
        data-testid="invite-make"
      >
        <LaterIcon name="plus" />
        {invite ? t.showInvite : t.invite}
      </SheetRow>
      {invite && !shown.value && <Countdown endsAt={invite.endsAt} />}
      <Outcome action={action} />
      {invite && shown.value && <InviteSheet invite={invite} close={() => (shown.value = false)} />}
    </>
  );
}

/** Closes the sheet when a request arrives, which it would cover. The invitation stays valid for further people. */
function useRequestsUncovered(close: () => void): void {
  const { waiting } = useRare().badge;
  const before = useSignal(waiting.peek());
  useSignalEffect(() => {
    const n = waiting.value;
    if (n > before.peek()) close();
    before.value = n;
  });
}
