import { digitsOf } from '../../messages/text';
import { useAction } from '../action';
import { useServer } from '../needs_server';
import { Outcome } from '../outcome';
import { useRare } from '../rare_words';

/** The form for joining another family by four digits, which asks for confirmation first. */
export function Join() {
  const { t, invites, familyMenu } = useRare();
  const action = useAction();
  const ask = () => {
    const digits = digitsOf(invites.digits.value);
    if (digits.length !== 4) return action.refuse(t.joinDigits);
    action.refuse('');
    familyMenu.value = false;
    invites.digits.value = '';
    invites.wanted.value = { inviteCode: digits };
  };
  const { onClick, ...server } = useServer(ask);
  return (
    <section class="block padded" aria-labelledby="join">
      <h2 id="join">{t.join}</h2>
      <form onSubmit={(event) => (event.preventDefault(), onClick())}>
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
            value={invites.digits.value}
            onInput={(event) => (invites.digits.value = event.currentTarget.value)}
            data-testid="join-code"
          />
          <button type="submit" class="button" {...server} data-testid="join-submit">
            {t.joinNext}
          </button>
        </div>
        <Outcome action={action} />
      </form>
    </section>
  );
}
