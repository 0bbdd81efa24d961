import { useSignal } from '@preact/signals';
import { t } from '../family_language';
import { signOut, signOutEverywhere, unsent } from '../session';
import { useAction } from './action';
import { Confirm } from './confirm';
import { Outcome } from './outcome';

/** The ways out of the session, here and on every device. What is unsent is told before it is lost. */
export function SignOut() {
  const action = useAction();
  const asked = useSignal<'here' | 'everywhere' | null>(null);
  const close = () => (asked.value = null);
  const here = () => {
    if (unsent.value > 0) asked.value = 'here';
    else void action.run(signOut);
  };
  return (
    <>
      <div class="choices">
        <button type="button" class="button plain" aria-disabled={action.busy.value} onClick={here} data-testid="sign-out">
          {t.signOut}
        </button>
        <button type="button" class="button plain" onClick={() => (asked.value = 'everywhere')} data-testid="sign-out-everywhere">
          {t.signOutEverywhere}
        </button>
      </div>
      <Outcome action={action} />
      {asked.value === 'here' && (
        <Confirm title={t.signOutTitle} confirm={t.signOut} run={signOut} close={close} danger testid="sign-out">
          <Unsent />
        </Confirm>
      )}
      {asked.value === 'everywhere' && (
        <Confirm title={t.signOutEverywhereTitle} confirm={t.signOut} run={signOutEverywhere} close={close} testid="sign-out-everywhere">
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
