import { fileInParts, partWithin } from '../../account/export';
import { download } from '../../browser/download';
import { Http } from '../../sync/http';
import { useAction } from '../action';
import { Outcome } from '../outcome';
import { useRare } from '../rare_words';

/** The forms in which the server exports the list, by the API's names. */
const formats = [
  ['json', 'JSON'],
  ['csv', 'CSV'],
  ['markdown', 'Markdown'],
] as const;

/** Exports: the family's memos, and the data stored about the person. */
export function Exports() {
  const { t, language } = useRare();
  const action = useAction();
  const row = (id: string, href: string, words: string) => (
    <a
      key={id}
      class="setting"
      href={href}
      download=""
      aria-busy={action.busy.value}
      data-testid={`export-${id}`}
      onClick={(event) => {
        event.preventDefault();
        void action.run(async () => download(await fileInParts(new Http(language, undefined, partWithin), href), href));
      }}
    >
      <span>{words}</span>
    </a>
  );
  return (
    <div class="opened">
      {formats.map(([format, name]) => row(format, `/api/export?format=${format}`, t.exportAs(name)))}
      {row('me', '/api/export?format=json&scope=me', t.exportMe)}
      <Outcome action={action} />
    </div>
  );
}
