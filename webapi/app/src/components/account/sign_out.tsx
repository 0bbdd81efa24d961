import { useSignal } from '@preact/signals';
import { useAction } from '../action';
import { Dialog } from '../dialog';
import { useRare } from '../rare_words';
import { RowIcon } from '../row_icon';
import { SheetRow } from '../sheet';
import { UnsentTexts, useUnsent } from './unsent_texts';

/** Which sessions end. */
type Due = 'here' | 'everywhere';

/** Sign-out, here and on every device. It asks only if texts would be lost. */
export function SignOut() {
  const { t, ending, person, unsent } = useRare();
  const asked = useSignal<Due | null>(null);
  const action = useAction();
  const here = async () => {
    if ((await unsent.of(person.entered)).length > 0) asked.value = 'here';
    else await ending.signOut('here');
  };
  return (
    <>
      <SheetRow onClick={() => void action.run(here)} data-testid="sign-out">
        <RowIcon name="out" />
        {t.signOut}
      </SheetRow>
      <SheetRow opens="dialog" onClick={() => (asked.value = 'everywhere')} data-testid="sign-out-everywhere">
        <RowIcon name="devices" />
        {t.signOutEverywhere}
      </SheetRow>
      {asked.value && <Question due={asked.value} close={() => (asked.value = null)} />}
    </>
  );
}

/** Shows the texts that only this device has and asks what to do with them, or only asks for confirmation. */
function Question({ due, close }: { due: Due; close: () => void }) {
  const { t, ending, store } = useRare();
  const texts = useUnsent();
  const action = useAction();
  const testid = due === 'here' ? 'sign-out' : 'sign-out-everywhere';
  const n = texts.value?.length ?? 0;
  const keeps = n > 0 && !store.refused.value;
  const out = (kept: number) => void action.run(() => ending.signOut(due, kept));
  return (
    <Dialog
      title={due === 'here' ? t.signOutTitle : t.signOutEverywhereTitle}
      close={close}
      class="question"
      testid={`${testid}-dialog`}
    >
      {due === 'everywhere' && <p>{t.signOutEverywhereExplain}</p>}
      <UnsentTexts texts={texts.value} says={keeps ? t.unsentHere : t.unsentLost} gone={!keeps} />
      {keeps && <p class="hint">{t.unsentKeepExplain}</p>}
      {texts.value && (
        <div class="choices">
          {keeps && (
            <button type="button" class="button main wide" onClick={() => out(n)} data-testid={`${testid}-keep`}>
              {t.unsentKeep}
            </button>
          )}
          {n > 0 ? (
            <button type="button" class="button danger" onClick={() => out(0)} data-testid={`${testid}-discard`}>
              {t.unsentDiscard}
            </button>
          ) : (
            <button type="button" class="button main" onClick={() => out(0)} data-testid={`${testid}-confirm`}>
              {due === 'here' ? t.signOut : t.signOutEverywhere}
            </button>
          )}
          <button type="button" class="button line" onClick={close} data-testid={`${testid}-cancel`}>
            {t.cancel}
          </button>
        </div>
      )}
    </Dialog>
  );
}
