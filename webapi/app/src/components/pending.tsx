import { withdraw } from '../family_actions';
import { keepFocus } from '../focus';
import { language, t } from '../language';
import { momentOf } from '../moment';
import { me } from '../state';
import { useAction } from './action';
import { Outcome } from './outcome';

/** What somebody sees who waits to be let into a family. */
export function Pending() {
  const action = useAction();
  const pending = me.value?.pending;
  if (!pending) return null;
  return (
    <section class="calling" aria-labelledby="pending" data-testid="pending">
      <h2 id="pending">{t.pendingTitle}</h2>
      <p>{t.pendingExplain(pending.familyName, momentOf(pending.requestedAt, language))}</p>
      <button
        type="button"
        class="button plain"
        aria-disabled={action.busy.value}
        onClick={() => void action.run(withdraw).then(keepFocus)}
        data-testid="withdraw"
      >
        {t.withdraw}
      </button>
      <Outcome action={action} />
    </section>
  );
}
