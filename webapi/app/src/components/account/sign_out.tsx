import { useSignal } from '@preact/signals';
import { Confirm } from '../confirm';
import { RowIcon } from '../row_icon';
import { SheetRow } from '../sheet';
import { useAccount } from './account_words';

/** The ways out of the session, here and on every device. What is unsent is told before it is lost. */
export function SignOut() {
  const { t, ending, lists } = useAccount();
  const asked = useSignal<'here' | 'everywhere' | null>(null);
  const close = () => (asked.value = null);
  const here = () => {
    if (lists.unsent.value > 0) asked.value = 'here';
    else void ending.signOut('here');
  };
  return (
    <>
      <SheetRow onClick={here} data-testid="sign-out">
        <RowIcon name="out" />
        {t.signOut}
      </SheetRow>
      <SheetRow opens="dialog" onClick={() => (asked.value = 'everywhere')} data-testid="sign-out-everywhere">
        <RowIcon name="devices" />
        {t.signOutEverywhere}
      </SheetRow>
      {asked.value === 'here' && (
        <Confirm
          title={t.signOutTitle}
          confirm={t.signOut}
          run={() => ending.signOut('here')}
          close={close}
          danger
          testid="sign-out"
        >
          <Unsent />
        </Confirm>
      )}
      {asked.value === 'everywhere' && (
        <Confirm
          title={t.signOutEverywhereTitle}
          confirm={t.signOut}
          run={() => ending.signOut('everywhere')}
          close={close}
          testid="sign-out-everywhere"
        >
          <p>{t.signOutEverywhereExplain}</p>
          <Unsent />
        </Confirm>
      )}
    </>
  );
}

/** How much would be lost. */
export function Unsent() {
  const { t, lists } = useAccount();
  const { unsent } = lists;
  if (unsent.value === 0) return null;
  return (
    <p class="warning" data-testid="unsent-lost">
      {t.unsentLost(unsent.value)}
    </p>
  );
}
