import { tiedToFamily } from '../../family/ownership';
import { digitsOf } from '../../messages/text';
import { useAction } from '../action';
import { Outcome } from '../outcome';
import { useFamily } from '../page_context';

/** The form for joining another family by four digits. */
export function Join() {
  const { t, person } = useFamily();
  const { me } = person;
  if (!me.value) return null;
  const tied = tiedToFamily(me.value);
  return (
    <section class="block padded" aria-labelledby="join">
      <h2 id="join">{t.join}</h2>
      {tied ? <p class="hint">{tied === 'echos' ? t.joinOwnerEchos : t.joinOwner}</p> : <JoinForm />}
    </section>
  );
}

/** The one field for a code. What it means is asked before anything happens. */
function JoinForm() {
  const { t, invites } = useFamily();
  const action = useAction();
  const ask = () => {
    const digits = digitsOf(invites.digits.value);
    if (digits.length !== 4) return action.refuse(t.joinDigits);
    action.refuse('');
    invites.digits.value = '';
    invites.wanted.value = { inviteCode: digits };
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
          value={invites.digits.value}
          onInput={(event) => (invites.digits.value = event.currentTarget.value)}
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
