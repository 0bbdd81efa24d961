import { useState } from 'preact/hooks';
import { takeInvited } from '../invite_link';
import { t } from '../language';
import { signInAddress, signInInvited } from '../session';
import { farewell, linkToken } from '../state';
import { useAction } from './action';
import { Mark } from './icon';
import { LegalLinks } from './legal_links';
import { Outcome } from './outcome';

/** How a sign-in that failed is told, by the word the server sends one back with. */
const failures: Record<string, string> = {
  failed: t.signInFailed,
  expired: t.signInExpired,
  closed: t.signInClosed,
  unavailable: t.signInUnavailable,
};

/** What a person sees who is not signed in. */
export function Welcome() {
  const [failure] = useState(signInFailure);
  return (
    <main class="centred welcome">
      <Mark />
      <h1>{t.appName}</h1>
      {farewell.value && (
        <p role="status" data-testid="farewell">
          {farewell}
        </p>
      )}
      <p class="promise">{t.promise}</p>
      {failure && (
        <p class="problem" role="alert" data-testid="sign-in-problem">
          {failure}
        </p>
      )}
      <SignIn />
      <footer class="imprint">
        <LegalLinks />
      </footer>
    </main>
  );
}

/** Why the sign-in that one comes back from failed. */
function signInFailure(): string | undefined {
  const why = new URLSearchParams(location.search).get('signin') ?? '';
  const invited = takeInvited();
  return why === 'closed' && invited ? t.signInInviteUsed : failures[why];
}

/** The way in. With an invitation it begins by a request that carries the token, so that no address does. */
function SignIn() {
  const action = useAction();
  if (linkToken.value) {
    return (
      <>
        <p class="hint">{t.invited}</p>
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy.value}
          onClick={() => void action.run(signInInvited)}
          data-testid="sign-in"
        >
          {t.signInToJoin}
        </button>
        <Outcome action={action} />
      </>
    );
  }
  return (
    <>
      {linkToken.value === '' && (
        <p class="problem" role="alert" data-testid="link-broken">
          {t.invitedDead}
        </p>
      )}
      <a class="button main" href={signInAddress} data-testid="sign-in">
        {t.signIn}
      </a>
    </>
  );
}
