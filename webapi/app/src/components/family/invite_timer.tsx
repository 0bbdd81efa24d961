import { untracked, useComputed, useSignalEffect } from '@preact/signals';
import { minutesSeconds, secondsOf } from '../../messages/time';
import { type RarePage, useRare } from '../rare_words';

/** Seconds before the end at which the remaining time is announced. */
const tellAt = [60, 10];

/** Announces the last minute and the last ten seconds of an invitation, and clears it at its end. */
export function useInviteTimer(): void {
  const page = useRare();
  const { clock, invites } = page;
  const { now } = clock;
  const { invitation } = invites;
  const seconds = useComputed(() => (invitation.value ? secondsOf(invitation.value.endsAt - now.value) : -1));
  useSignalEffect(() => {
    const left = seconds.value;
    untracked(() => tellLeft(page, left)); // the announcement must not start itself again
  });
}

function tellLeft({ t, invites, notices }: RarePage, seconds: number): void {
  if (tellAt.includes(seconds)) notices.say(t.secondsLeft(seconds));
  if (seconds !== 0) return;
  invites.invitation.value = null;
  notices.news(t.inviteExpired);
}

/** The lifetime of an invitation if the server does not say it, in seconds. */
const lifetime = 300;

/** The remaining time of an invitation. useInviteTimer announces it. */
export function Countdown({ endsAt }: { endsAt: number }) {
  const { t, clock, person } = useRare();
  const { now } = clock;
  const { me } = person;
  const left = useComputed(() => minutesSeconds(endsAt - now.value));
  const seconds = useComputed(() => secondsOf(endsAt - now.value));
  return (
    <p class="timer" role="timer" aria-live="off" data-testid="invite-time">
      <span>
        {t.timeLeft} <b>{left}</b>
      </span>
      <progress aria-hidden="true" max={me.value?.settings.inviteSeconds ?? lifetime} value={seconds} />
    </p>
  );
}
