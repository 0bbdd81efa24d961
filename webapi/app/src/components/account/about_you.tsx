import type { Member } from '../../sync/model';
import { AccessButton } from './access_button';
import { useAccount } from './account_words';
import { DeleteAccount } from './delete_account';
import { EmojiRow } from './emoji';
import { Exports } from './exports';
import { NameForm } from './name_form';
import { SignOut } from './sign_out';

/** What the family sees of a person, where they are signed in, their memos as a file, and the ways out. */
export function AboutYou({ user }: { user: Member }) {
  const { t } = useAccount();
  return (
    <section aria-labelledby="about-you">
      <h2 class="block-title" id="about-you">
        {t.aboutYou}
      </h2>
      <div class="block">
        <NameForm key={user.userId} name={user.name} />
        <EmojiRow user={user} />
      </div>
      <div class="block">
        <AccessButton />
        <Exports />
      </div>
      <div class="block">
        <SignOut />
        <DeleteAccount key={user.userId} />
      </div>
    </section>
  );
}
