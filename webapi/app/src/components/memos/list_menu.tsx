import { useRef } from 'preact/hooks';
import { authorOf } from '../../memos/author';
import { copyText } from '../../browser/clipboard';
import { language, t } from '../../messages/words';
import { listAsText } from '../../memos/as_text';
import { found } from '../../memos/search';
import { now, show } from '../../sync/lists';
import { Icon } from '../icon';

/** The forms in which the server gives all memos, by the API's names. */
const formats = [['json', 'JSON'], ['csv', 'CSV'], ['markdown', 'Markdown']] as const;

/** What can be done with the whole list: to copy it, or to take it along as a file. */
export function ListMenu() {
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
        <button type="button" onClick={() => (shut(true), void copyList())} data-testid="list-copy">
          {t.copyList}
        </button>
        {formats.map(([format, name]) => (
          <a key={format} href={`/api/export?format=${format}`} download="" onClick={() => shut(true)} data-testid={`export-${format}`}>
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
async function copyList(): Promise<void> {
  const { memos } = found.value;
  const text = listAsText(memos, { t, language, now: now.value, nameOf: authorOf });
  show((await copyText(text)) ? t.listCopied(memos.length) : t.notCopied);
}
