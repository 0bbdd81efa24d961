import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pageVersion } from '../../browser/version';
import { Install } from '../install';
import { LegalLinks } from '../legal_links';
import { NeedsServer } from '../needs_server';
import { useRare } from '../rare_words';
import { Connected } from './connected';
import { DeleteAccount } from './delete_account';
import { Look } from './look';
import { Profile } from './profile';
import { SignOut } from './sign_out';

/** The person's own settings: profile, look of the page, modules, accesses, exports and sign-out. */
export function YouPlace() {
  const { t, modules, person } = useRare();
  const me = person.me.value;
  const parts = useSignal<'asked' | 'here' | 'missing'>(modules.loaded ? 'here' : 'asked');
  useEffect(() => {
    modules.load().then(
      () => (parts.value = 'here'),
      () => (parts.value = 'missing'),
    );
  }, []);
  if (!me) return null;
  const { user, settings } = me;
  return (
    <main
      class="place sheets"
      id="you"
      tabIndex={-1}
      aria-label={t.placeYou}
      aria-busy={parts.value === 'asked'}
      data-testid="you"
    >
      <div>
        <NeedsServer />
        <Profile user={user} />
        <Look />
      </div>
      {parts.value === 'asked' ? (
        <p class="quiet centre">{t.loading}</p> // everything below appears together, so that nothing moves under a finger
      ) : (
        <div>
          {parts.value === 'missing' && <p class="hint">{t.partMissing}</p>}
          {Object.entries(modules.parts.value).map(([name, { Settings }]) => (
            <Settings key={name} />
          ))}
          <Connected />
          <div class="block">
            <SignOut />
            <DeleteAccount key={user.userId} />
          </div>
          <Install />
          <footer class="imprint">
            <span data-testid="version">{t.version(`${settings.version ?? ''} (${pageVersion()})`)}</span>
            <LegalLinks />
          </footer>
        </div>
      )}
    </main>
  );
}
