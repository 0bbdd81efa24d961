import { useComputed } from '@preact/signals';
import { Avatar } from '../avatar';
import { Icon } from '../icon';
import { Later } from '../later';
import { usePage } from '../page_context';
import { shut } from './opening';

/** The memo that is open, for beside the list. */
export function MemoDetail() {
  const { t, places, lists, search, person, edits } = usePage();
  const opened = useComputed(() => {
    const id = places.selected.value;
    if (!id) return undefined;
    return lists.memos.value.find((m) => m.id === id) ?? search.found.value.memos.find((m) => m.id === id);
  });
  const memo = opened.value;
  if (!memo) return <p class="quiet nothing-open">{t.nothingOpen}</p>;
  const editing = edits.editing.value === memo.id;
  const text = <p class="detail-text">{memo.content}</p>;
  return (
    <article
      class={memo.doneAt ? 'sheet-card done' : 'sheet-card'}
      id="detail"
      tabIndex={-1}
      aria-label={t.openedMemo}
      key={memo.id}
      data-testid="memo-detail"
    >
      <header>
        <Avatar userId={memo.userId} name={person.authorOf(memo)} />
        <span>{person.authorOf(memo)}</span>
        <button
          type="button"
          class="icon-button"
          aria-label={t.close}
          onClick={() => shut(memo, places)}
          data-testid="memo-close"
        >
          <Icon name="close" />
        </button>
      </header>
      {!editing && text}
      <Later meanwhile={(waiting) => [editing && text, waiting]}>{({ MemoPanel }) => <MemoPanel memo={memo} />}</Later>
    </article>
  );
}
