import { t } from '../../messages/family_words';
import { tiedToFamily } from '../../family/ownership';
import { joinDigits, me, wanted } from '../../sync/lists';
import { digitsOf } from '../../messages/text';
import { useAction } from '../action';
import { Outcome } from '../outcome';

/** How one joins another family by the digits one was told. */
export function Join() {
  if (!me.value) return null;
  const tied = tiedToFamily(me.value);
  return (
    <section aria-labelledby="join">
      <h2 id="join">{t.join}</h2>
      {tied ? <p class="hint">{tied === 'echos' ? t.joinOwnerEchos : t.joinOwner}</p> : <JoinForm />}
    </section>
  );
}

/** The one field for a code. What it means is asked before anything happens. */
function JoinForm() {
  const action = useAction();
  const ask = () => {
    const digits = digitsOf(joinDigits.value);
    if (digits.length !== 4) return action.refuse(t.joinDigits);
    action.refuse('');
    joinDigits.value = '';
    wanted.value = { inviteCode: digits };
  };
  return (
    <form onSubmit={(event) => (event.preventDefault(), ask())}>
      <p class="hint" id="join-hint">
        {t.joinHint}
      </p>
      <div class="row">
        <input
          type="text"
          id="join-code"
          class="code-field"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-label={t.joinCode}
          aria-describedby="join-hint"
          value={joinDigits.value}
          onInput={(event) => (joinDigits.value = event.currentTarget.value)}
          data-testid="join-code"
        />
        <button type="submit" class="button" data-testid="join-submit">
          {t.joinNext}
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}
