import { language, t } from '../messages/words';

/** The pages about privacy and terms, in the reader's language. */
export function LegalLinks() {
  return (
    <>
      <a href={`/privacy?lang=${language}`}>{t.privacy}</a>
      <a href={`/terms?lang=${language}`}>{t.terms}</a>
    </>
  );
}
