import { useSignal } from '@preact/signals';
import { Confirm } from '../confirm';
import { useFamily } from '../page_context';
import { SheetRow } from '../sheet';

/** The way out of the family. An owner with members has to hand over first; a single member cannot leave. */
export function Leave() {
  const { t, actions, person } = useFamily();
  const { me } = person;
  const open = useSignal(false);
  if (!me.value || me.value.family.members.length < 2) return null;
  const { user, family } = me.value;
  if (user.isOwner) return null;
  return (
    <>
      <SheetRow kind="danger" opens="dialog" onClick={() => (open.value = true)} data-testid="leave">
        {t.leave}
      </SheetRow>
      {open.value && (
        <Confirm
          title={t.leaveTitle(family.name)}
          confirm={t.leave}
          run={() => actions.leave()}
          close={() => (open.value = false)}
          danger
          testid="leave"
        >
          <p>{t.leaveExplain}</p>
        </Confirm>
      )}
    </>
  );
}
