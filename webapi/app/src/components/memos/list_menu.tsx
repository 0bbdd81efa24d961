import { useRef } from 'preact/hooks';
import { copyText } from '../../browser/clipboard';
import { listAsText } from '../../memos/as_text';
import type { Page } from '../../page';
import { Icon } from '../icon';
import { usePage } from '../page_context';

/** The export formats of the server, by the API's names. */
const formats = [
  ['json', 'JSON'],
  ['csv', 'CSV'],
  ['markdown', 'Markdown'],
] as const;

/** What can be done with the whole list: to copy it, or to take it along as a file. */
export function ListMenu() {
  const page = usePage();
  const { t } = page;
  const menu = useRef<HTMLDetailsElement>(null);
  const shut = (focus: boolean) => {
    if (!menu.current?.open) return;
    menu.current.open = false;
    if (focus) menu.current.querySelector('summary')?.focus();
  };
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => event.key === 'Escape' && shut(true)}
      onFocusOut={(event) => event.relatedTarget && !menu.current?.contains(event.relatedTarget as Node) && shut(false)}
    >
      <summary class="icon-button" aria-label={t.listMenu} data-testid="list-menu">
        <Icon name="more" />
      </summary>
      <div class="menu-items">
        <button type="button" onClick={() => (shut(true), void copyList(page))} data-testid="list-copy">
          {t.copyList}
        </button>
        {formats.map(([format, name]) => (
          <a
            key={format}
            href={`/api/export?format=${format}`}
            download=""
            onClick={() => shut(true)}
            data-testid={`export-${format}`}
          >
            {t.exportAs(name)}
          </a>
        ))}
        <a href="/api/export?format=json&amp;scope=me" download="" onClick={() => shut(true)} data-testid="export-me">
          {t.exportMe}
        </a>
      </div>
    </details>
  );
}

/** Copies the memos that the list shows now. */
async function copyList({ t, language, clock, notices, person, search }: Page): Promise<void> {
  const { memos } = search.found.value;
  const text = listAsText(memos, { t, language, now: clock.now.value, nameOf: person.authorOf });
  notices.show((await copyText(text)) ? t.listCopied(memos.length) : t.notCopied);
}
