import { useEffect } from 'preact/hooks';
import { NotAdmitted } from '../account/not_admitted';
import { NeedsServer } from '../needs_server';
import { useRare } from '../rare_words';
import { AddEcho } from './add_echo';
import { FamilyMenu } from './family_menu';
import { Invite } from './invite';
import { Join } from './join_form';
import { Members } from './members';
import { Pending } from './pending';
import { Requests } from './requests';

/** The family's place: requests, members, and the ways to add members. */
export function FamilyPlace() {
  const { t, badge, familyMenu, person } = useRare();
  const me = person.me.value;
  const shut = () => (familyMenu.value = false);
  useEffect(
    () => () => {
      badge.see();
      shut();
    },
    [],
  );
  if (!me) return null;
  const { user, family } = me;
  return (
    <main class="place sheets" id="family" tabIndex={-1} aria-label={family.name} data-testid="family">
      <div>
        <NeedsServer />
        <NotAdmitted />
        <Requests />
        <Pending />
        <Members />
      </div>
      <div>
        <div class="block">
          {user.isOwner && <Invite />}
          <AddEcho />
        </div>
        {!user.isOwner && <p class="hint">{t.inviteByOwner}</p>}
        {family.members.length === 1 && <Join />}
      </div>
      {familyMenu.value && <FamilyMenu close={shut} />}
    </main>
  );
}
