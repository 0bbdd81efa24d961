import { useEffect } from 'preact/hooks';
import { pageVersion } from '../../browser/version';
import { AboutYou } from '../account/about_you';
import { NotAdmitted } from '../account/not_admitted';
import { Install } from '../install';
import { LegalLinks } from '../legal_links';
import { useFamily } from '../page_context';
import { AddEcho } from './add_echo';
import { AskFirst } from './ask_first';
import { Invite } from './invite';
import { Join } from './join_form';
import { Leave } from './leave';
import { Members } from './members';
import { Pending } from './pending';
import { Requests } from './requests';
import { TimeZone } from './time_zone';

/** The family's place: requests, members and invitations; beside or below them what the person can set and leave. */
export function FamilyPlace() {
  const { t, badge, person } = useFamily();
  const { me } = person;
  useEffect(() => () => badge.see(), []);
  if (!me.value) return null;
  const { user, family, settings } = me.value;
  return (
    <main class="place family" id="family" tabIndex={-1} aria-label={family.name} data-testid="family">
      <div>
        <NotAdmitted />
        <Requests />
        <Pending />
        <Members />
        {user.isOwner ? <Invite /> : <p class="hint">{t.inviteByOwner}</p>}
        <div class="block">
          {user.isOwner && <AskFirst />}
          <AddEcho />
          <Leave />
        </div>
        <div class="block">
          <TimeZone />
        </div>
        <Join />
      </div>
      <div>
        <AboutYou user={user} />
        <Install />
        <footer class="imprint">
          <LegalLinks />
          <span data-testid="version">{t.version(`${settings.version ?? ''} (${pageVersion()})`)}</span>
        </footer>
      </div>
    </main>
  );
}
