import { useSignal } from '@preact/signals';
import { t } from '../../messages/family_words';
import { signOut, unsent } from '../../account/session';
import { Confirm } from '../confirm';

/** The ways out of the session, here and on every device. What is unsent is told before it is lost. */
export function SignOut() {
  const asked = useSignal<'here' | 'everywhere' | null>(null);
  const close = () => (asked.value = null);
  const here = () => {
    if (unsent.value > 0) asked.value = 'here';
    else void signOut('here');
  };
  return (
    <>
      <div class="choices">
        <button type="button" class="button plain" onClick={here} data-testid="sign-out">
          {t.signOut}
        </button>
        <button type="button" class="button plain" onClick={() => (asked.value = 'everywhere')} data-testid="sign-out-everywhere">
          {t.signOutEverywhere}
        </button>
      </div>
      {asked.value === 'here' && (
        <Confirm title={t.signOutTitle} confirm={t.signOut} run={() => signOut('here')} close={close} danger testid="sign-out">
          <Unsent />
        </Confirm>
      )}
      {asked.value === 'everywhere' && (
        <Confirm title={t.signOutEverywhereTitle} confirm={t.signOut} run={() => signOut('everywhere')} close={close} testid="sign-out-everywhere">
          <p>{t.signOutEverywhereExplain}</p>
          <Unsent />
        </Confirm>
      )}
    </>
  );
}

/** How much would be lost. */
export function Unsent() {
  if (unsent.value === 0) return null;
  return (
    <p class="warning" data-testid="unsent-lost">
      {t.unsentLost(unsent.value)}
    </p>
  );
}
