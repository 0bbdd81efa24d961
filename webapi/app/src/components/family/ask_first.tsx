import { useAction } from '../action';
import { Outcome } from '../outcome';
import { useFamily } from '../page_context';

/** The owner's switch: whether to be asked before a person joins. */
export function AskFirst() {
  const { t, actions, person } = useFamily();
  const { me } = person;
  const action = useAction();
  const on = me.value?.settings?.askBeforeJoin ?? false;
  const change = async (box: HTMLInputElement) => {
    await action.run(() => actions.setAskFirst(box.checked));
    box.checked = me.value?.settings?.askBeforeJoin ?? false; // as the server has it, also when it refused
  };
  return (
    <>
      <label class="setting">
        <span>{t.askFirst}</span>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox reports by itself whether it is checked
          role="switch"
          class="switch"
          checked={on}
          aria-disabled={action.busy.value}
          onChange={(event) => void change(event.currentTarget)}
          data-testid="ask-first"
        />
      </label>
      <Outcome action={action} />
    </>
  );
}
