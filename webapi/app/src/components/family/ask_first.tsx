import { useAction } from '../action';
import { Outcome } from '../outcome';
import { useRare } from '../rare_words';
import { Switch } from '../switch';

/** The owner's switch: whether to be asked before a person joins. */
export function AskFirst() {
  const { t, actions, person } = useRare();
  const { me } = person;
  const action = useAction();
  const asks = () => me.value?.settings?.askBeforeJoin ?? false;
  const change = async (box: HTMLInputElement) => {
    await action.run(() => actions.setAskFirst(box.checked));
    box.checked = asks(); // as the server has it, also when it refused
  };
  return (
    <>
      <Switch on={asks()} busy={action.busy.value} change={(box) => void change(box)} testid="ask-first">
        {t.askFirst}
      </Switch>
      <Outcome action={action} />
    </>
  );
}
