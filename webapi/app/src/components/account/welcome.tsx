import { useSignalEffect } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { SessionEnd } from '../../account/session_end';
import type { WelcomeMessages } from '../../messages';
import type { Page } from '../../page';
import { useAction } from '../action';
import { Mark } from '../icon';
import { LegalLinks } from '../legal_links';
import { Outcome } from '../outcome';
import { usePage } from '../page_context';

/** The sentences for a failed sign-in, by the code in the address to which the server redirects. */
const failures = (t: WelcomeMessages): Record<string, string> => ({
  failed: t.signInFailed,
  expired: t.signInExpired,
  closed: t.signInClosed,
  unavailable: t.signInUnavailable,
});

/** The page for a person who is not signed in. */
export function Welcome({ words: t }: { words: WelcomeMessages }) {
  const page = usePage();
  const { sessionEnds } = page;
  const [failure] = useState(() => signInFailure(page, t));
  return (
    <main class="centred welcome">
      <Mark />
      <h1>{page.t.appName}</h1>
      {sessionEnds.last.value && <Farewell how={sessionEnds.last.value} t={t} />}
      <p class="promise">{t.promise}</p>
      {failure && (
        <p class="problem" role="alert" data-testid="sign-in-problem">
          {failure}
        </p>
      )}
      <SignIn t={t} />
      <footer class="imprint">
        <LegalLinks />
      </footer>
    </main>
  );
}

/** How long the page shows how the last session ended, in milliseconds, if nothing remains to be done. */
const shownFor = 24 * 60 * 60 * 1000;

/** How the last session on this device ended, and which texts of it are stored. */
function Farewell({ how, t }: { how: SessionEnd; t: WelcomeMessages }) {
  const { clock, signOut } = usePage();
  const { failing } = signOut;
  const { why, at, due, unsent = 0 } = how;
  if (!due && unsent === 0 && clock.time() - at > shownFor) return null;
  const words: Record<SessionEnd['why'], string> = {
    signedOut: t.signedOut,
    ended: t.sessionOver,
    refused: t.accountRefused,
    deleted: t.accountDeleted,
  };
  return (
    <div role="status" data-testid="farewell">
      <p>{words[why]}</p>
      {due && failing.value && <p>{due === 'here' ? t.signOutDue : t.signOutDueElsewhere}</p>}
      {unsent > 0 && <p>{t.unsentKept(unsent)}</p>}
    </div>
  );
}

/** Why the last sign-in failed. */
function signInFailure({ browser, invites }: Page, t: WelcomeMessages): string | undefined {
  const why = new URLSearchParams(browser.location.search).get('signin') ?? '';
  const invited = invites.takeInvited();
  return why === 'closed' && invited ? t.signInInviteUsed : failures(t)[why];
}

/** The sign-in button. With an invitation it begins by a request that carries the token, so that no address does. */
function SignIn({ t }: { t: WelcomeMessages }) {
  const { session, sessionEnds, invites, signOut } = usePage();
  const { linkToken } = invites;
  const { failing } = signOut;
  const action = useAction();
  useSignalEffect(() => {
    if (!failing.value) action.refuse(''); // its reason to fail may be over
  });
  if (linkToken.value) {
    return (
      <>
        <p class="hint">{t.invited}</p>
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy.value}
          onClick={() => void action.run(session.signInInvited)}
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
      <a
        class="button main"
        href={session.signInAddress()}
        aria-disabled={action.busy.value}
        onClick={(event) => sessionEnds.last.value?.due && (event.preventDefault(), void action.run(session.signIn))}
        data-testid="sign-in"
      >
        {t.signIn}
      </a>
      <Outcome action={action} />
    </>
  );
}
