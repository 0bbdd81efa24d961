import { farewell } from '../closing';
import { inviteToken } from '../family_actions';
import { t } from '../language';
import { signInAddress } from '../session';
import { Mark } from './icon';
import { LegalLinks } from './legal_links';

/** How a sign-in that failed is told, by the word the server sends one back with. */
const failures: Record<string, string> = {
  failed: t.signInFailed,
  expired: t.signInExpired,
  closed: t.signInClosed,
  unavailable: t.signInUnavailable,
};

/** What a person sees who is not signed in. */
export function Welcome() {
  const invited = inviteToken() !== '';
  const failure = failures[new URLSearchParams(location.search).get('signin') ?? ''];
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
      {invited && <p class="hint">{t.invited}</p>}
      <a class="button main" href={signInAddress()} data-testid="sign-in">
        {invited ? t.signInToJoin : t.signIn}
      </a>
      <footer class="imprint">
        <LegalLinks />
      </footer>
    </main>
  );
}
