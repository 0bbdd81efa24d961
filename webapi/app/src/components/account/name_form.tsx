import { useSignal } from '@preact/signals';
import { maxName, tidy } from '../../messages/text';
import { useAction } from '../action';
import { Outcome } from '../outcome';
import { useFamily } from '../page_context';

/** Changes the name the family sees. */
export function NameForm({ name }: { name: string }) {
  const { t, actions } = useFamily();
  const written = useSignal(name);
  const typed = useSignal(false);
  const action = useAction();
  const save = async () => {
    await actions.rename(tidy(written.value));
    action.report(t.nameSaved);
  };
  return (
    <form class="named" onSubmit={(event) => (event.preventDefault(), void action.run(save))}>
      <label for="name">{t.name}</label>
      <div class="row">
        <input
          id="name"
          autoComplete={typed.value ? 'off' : 'nickname'} // the browser would keep what was typed
          maxLength={maxName * 2}
          defaultValue={name}
          onInput={(event) => {
            typed.value = true;
            written.value = event.currentTarget.value;
          }}
          data-testid="name-input"
        />
        <button type="submit" class="button" aria-disabled={action.busy.value} data-testid="name-save">
          {t.save}
        </button>
      </div>
      <Outcome action={action} />
    </form>
  );
}
