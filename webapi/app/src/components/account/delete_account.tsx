import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { closeAccount, freshSignInAddress } from '../../account/closing';
import { tiedToFamily } from '../../family/ownership';
import { useAction } from '../action';
import { Dialog } from '../dialog';
import { Icon } from '../icon';
import { Outcome } from '../outcome';
import { PlaceLink } from '../place_link';
import { useRare } from '../rare_words';
import { ServerRow } from '../sheet';
import { UnsentTexts, useUnsent } from './unsent_texts';

/** Deletes the account. An owner with members must hand over first. */
export function DeleteAccount() {
  const { t, closing, person } = useRare();
  const { me } = person;
  const open = useSignal(false);
  useEffect(() => void (open.value = closing.take()), []);
  if (!me.value) return null;
  const close = () => (open.value = false);
  return (
    <>
      <ServerRow kind="danger" opens="dialog" onClick={() => (open.value = true)} data-testid="delete-account">
        <Icon name="trash" />
        {t.deleteAccount}
      </ServerRow>
      {open.value && (tiedToFamily(me.value) ? <OwnerStays close={close} /> : <Question close={close} />)}
    </>
  );
}

/** Asks an owner to hand over first, with a link. */
function OwnerStays({ close }: { close: () => void }) {
  const { t } = useRare();
  return (
    <Dialog title={t.deleteAccount} close={close} class="question" testid="owner-stays">
      <p>{t.ownerStays}</p>
      <div class="choices">
        <PlaceLink to="family" class="button main" data-testid="owner-stays-go">
          {t.placeFamily}
        </PlaceLink>
        <button type="button" class="button line" onClick={close} data-testid="owner-stays-cancel">
          {t.cancel}
        </button>
      </div>
    </Dialog>
  );
}

function Question({ close }: { close: () => void }) {
  const { t, closing, ending } = useRare();
  const texts = useUnsent();
  const action = useAction();
  const stale = useSignal(false);
  const go = async () => {
    stale.value = !(await closeAccount(() => ending.deleteAccount()));
  };
  return (
    <Dialog title={t.deleteAccountTitle} close={close} class="question" testid="delete-account-dialog">
      <p>{t.deleteAccountExplain}</p>
      <ul class="goes">
        <li>{t.goesMemos}</li>
        <li>{t.goesData}</li>
        <li>{t.goesPlace}</li>
      </ul>
      <p>{t.deleteAccountStays}</p>
      <UnsentTexts texts={texts.value} says={t.unsentLost} gone />
      <Outcome action={action} />
      {stale.value && (
        <p class="warning" role="alert">
          {t.deleteAccountFresh}
        </p>
      )}
      <div class="choices">
        {stale.value ? (
          <a
            class="button main"
            href={freshSignInAddress}
            onClick={() => closing.remember()}
            data-testid="delete-account-sign-in"
          >
            {t.deleteAccountSignIn}
          </a>
        ) : (
          <button
            type="button"
            class="button danger"
            aria-disabled={action.busy.value}
            onClick={() => void action.run(go)}
            data-testid="delete-account-confirm"
          >
            {t.deleteAccountConfirm}
          </button>
        )}
        <button type="button" class="button line" onClick={close} data-testid="delete-account-cancel">
          {t.cancel}
        </button>
      </div>
    </Dialog>
  );
}
