import type { Self } from '../../sync/model';
import { AccessButton } from './access_button';
import { useAccount } from './account_words';
import { DeleteAccount } from './delete_account';
import { EmojiRow } from './emoji';
import { NameForm } from './name_form';
import { SignOut } from './sign_out';

/** The forms in which the server exports the list, by the API's names. */
const formats = [
  ['json', 'JSON'],
  ['csv', 'CSV'],
  ['markdown', 'Markdown'],
] as const;

/** What the family sees of a person, where they are signed in, their memos as a file, and the ways out. */
export function AboutYou({ user }: { user: Self }) {
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
        {formats.map(([format, name]) => (
          <a
            key={format}
            class="setting"
            href={`/api/export?format=${format}`}
            download=""
            data-testid={`export-${format}`}
          >
            <span>{t.exportAs(name)}</span>
          </a>
        ))}
        <a class="setting" href="/api/export?format=json&amp;scope=me" download="" data-testid="export-me">
          <span>{t.exportMe}</span>
        </a>
      </div>
      <div class="block">
        <SignOut />
        <DeleteAccount key={user.userId} />
      </div>
    </section>
  );
}
