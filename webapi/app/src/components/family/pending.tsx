import { keepFocus } from '../../browser/focus';
import { momentOf } from '../../messages/moment';
import { useAction } from '../action';
import { Outcome } from '../outcome';
import { useRare } from '../rare_words';
import { CheckNumber } from './check_number';

/** The person's own request: the owner's name, its end, and the number that the owner compares. */
export function Pending() {
  const { t, language, actions, person } = useRare();
  const { me } = person;
  const action = useAction();
  const pending = me.value?.pending;
  if (!pending?.name) return null; // data stored by an earlier version of the page has no name
  const { name, check, until } = pending;
  return (
    <section class="block ask" aria-labelledby="pending" data-testid="pending" id="asked" tabIndex={-1}>
      <div class="head">
        <div>
          <h2 id="pending">{t.pendingTitle}</h2>
        </div>
        <CheckNumber check={check} />
      </div>
      <p class="say">{t.pendingExplain(name)}</p>
      {check && <p class="say">{t.pendingCheck(name)}</p>}
      <p class="hint">{t.pendingUntil(momentOf(until, language).replaceAll(' ', '\u00a0'))}</p>
      {me.value?.user.notAdmittedUntil && (
        <p class="say" data-testid="pending-erases">
          {t.pendingErases}
        </p>
      )}
      <button
        type="button"
        class="button line"
        aria-disabled={action.busy.value}
        onClick={() => void action.run(() => actions.withdraw()).then(keepFocus)}
        data-testid="withdraw"
      >
        {t.withdraw}
      </button>
      <Outcome action={action} />
    </section>
  );
}
