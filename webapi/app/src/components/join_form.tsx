import { useSignal } from '@preact/signals';
import { t } from '../family_language';
import { me, ticket } from '../state';
import { digitsOf } from '../text';
import { useAction } from './action';
import { Outcome } from './outcome';

/** How one joins another family by the digits one was told. */
export function Join() {
  if (!me.value) return null;
  const { user, family } = me.value;
  return (
    <section aria-labelledby="join">
      <h2 id="join">{t.join}</h2>
      {user.isOwner && family.members.length > 1 ? <p class="hint">{t.joinOwner}</p> : <JoinForm />}
    </section>
  );
}

/** The one field for a code. What it means is asked before anything happens. */
function JoinForm() {
  const code = useSignal('');
  const action = useAction();
  const ask = () => {
    const digits = digitsOf(code.value);
    if (digits.length !== 4) return action.refuse(t.joinDigits);
    action.refuse('');
    code.value = '';
    ticket.value = { inviteCode: digits };
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
          value={code.value}
          onInput={(event) => (code.value = event.currentTarget.value)}
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
