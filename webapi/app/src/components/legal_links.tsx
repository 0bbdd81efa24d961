import { usePage } from './page_context';

/** The pages about privacy and terms, in the reader's language. */
export function LegalLinks() {
  const { t, language } = usePage();
  return (
    <>
      <a href={`/privacy?lang=${language}`}>{t.privacy}</a>
      <a href={`/terms?lang=${language}`}>{t.terms}</a>
    </>
  );
}
