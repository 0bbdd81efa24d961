import { t } from '../language';
import { signOut } from '../session';
import { familyOpen, me } from '../state';
import { useAction } from './action';
import { Dialog } from './dialog';
import { Invite } from './invite';
import { JoinForm } from './join_form';
import { Members } from './members';
import { NameForm } from './name_form';
import { Outcome } from './outcome';

/** The family: who is in it, who may come, and how one is called. */
export function FamilySheet() {
  const action = useAction();
  if (!me.value) return null;
  const { user, family } = me.value;
  return (
    <Dialog title={family.name} close={() => (familyOpen.value = false)} class="sheet" testid="family">
      <Members />
      {user.isOwner && <Invite />}
      <JoinForm />
      <section>
        <h3>{t.aboutYou}</h3>
        <NameForm name={user.name} />
        <button
          type="button"
          class="button plain"
          disabled={action.busy.value}
          onClick={() => void action.run(signOut)}
          data-testid="sign-out"
        >
          {t.signOut}
        </button>
        <Outcome action={action} />
      </section>
    </Dialog>
  );
}
