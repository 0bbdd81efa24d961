import { useSignal } from '@preact/signals';
import { UnsentTexts, useUnsent } from '../account/unsent_texts';
import { Confirm } from '../confirm';
import { useRare } from '../rare_words';
import { ServerRow } from '../sheet';

/** Leaves the family. An owner with members has to hand over first; a single member cannot leave. */
export function Leave() {
  const { t, person } = useRare();
  const { me } = person;
  const open = useSignal(false);
  if (!me.value || me.value.family.members.length < 2) return null;
  const { user, family } = me.value;
  if (user.isOwner) return null;
  return (
    <>
      <ServerRow kind="danger" opens="dialog" onClick={() => (open.value = true)} data-testid="leave">
        {t.leave}
      </ServerRow>
      {open.value && <Question name={family.name} close={() => (open.value = false)} />}
    </>
  );
}

function Question({ name, close }: { name: string; close: () => void }) {
  const { t, actions } = useRare();
  const texts = useUnsent();
  return (
    <Confirm
      title={t.leaveTitle(name)}
      confirm={t.leave}
      run={() => actions.leave()}
      close={close}
      danger
      testid="leave"
    >
      <p>{t.leaveExplain}</p>
      <UnsentTexts texts={texts.value} says={t.unsentComes} />
    </Confirm>
  );
}
