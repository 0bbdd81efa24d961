import { useEffect } from 'preact/hooks';
import { pageVersion } from '../../browser/version';
import { AccessButton } from '../account/access_button';
import { DeleteAccount } from '../account/delete_account';
import { NameForm } from '../account/name_form';
import { NotAdmitted } from '../account/not_admitted';
import { SignOut } from '../account/sign_out';
import { Install } from '../install';
import { LegalLinks } from '../legal_links';
import { useFamily } from '../page_context';
import { AddEcho } from './add_echo';
import { Invite } from './invite';
import { Join } from './join_form';
import { Leave } from './leave';
import { Members } from './members';
import { Pending } from './pending';
import { Requests } from './requests';

/** The family's place: members, invitations, requests, joining and leaving, and the person's name and account. */
export function FamilyPlace() {
  const { t, badge, person } = useFamily();
  const { me } = person;
  useEffect(() => () => badge.see(), []);
  if (!me.value) return null;
  const { user, family } = me.value;
  return (
    <main class="place family" id="family" tabIndex={-1} aria-label={family.name} data-testid="family">
      <p class="family-title">{family.name}</p>
      <NotAdmitted />
      <Requests />
      <Pending />
      <Members />
      {user.isOwner ? <Invite /> : <p class="hint">{t.inviteByOwner}</p>}
      <AddEcho />
      <Join />
      <Leave />
      <section aria-labelledby="about-you">
        <h2 id="about-you">{t.aboutYou}</h2>
        <NameForm key={user.userId} name={user.name} />
        <SignOut />
        <AccessButton />
        <DeleteAccount key={user.userId} />
      </section>
      <Install />
      <footer class="imprint">
        <LegalLinks />
        <span>{t.version(pageVersion())}</span>
      </footer>
    </main>
  );
}
