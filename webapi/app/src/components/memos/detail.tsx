import { computed } from '@preact/signals';
import { authorOf } from '../../memos/author';
import { editing } from '../../memos/edits';
import { t } from '../../messages/words';
import { found } from '../../memos/search';
import { memos, selected } from '../../sync/lists';
import { Avatar } from '../avatar';
import { Icon } from '../icon';
import { MemoPanel, shut } from './panel';

const opened = computed(() => {
  const id = selected.value;
  if (!id) return undefined;
  return memos.value.find((m) => m.id === id) ?? found.value.memos.find((m) => m.id === id);
});

/** The memo that is open, for beside the list. */
export function MemoDetail() {
  const memo = opened.value;
  if (!memo) return <p class="quiet nothing-open">{t.nothingOpen}</p>;
  return (
    <article class="sheet-card" id="detail" tabIndex={-1} aria-label={t.openedMemo} key={memo.id} data-testid="memo-detail">
      <header>
        <Avatar userId={memo.userId} name={authorOf(memo)} />
        <span>{authorOf(memo)}</span>
        <button type="button" class="icon-button" aria-label={t.close} onClick={() => shut(memo)} data-testid="memo-close">
          <Icon name="close" />
        </button>
      </header>
      {editing.value !== memo.id && <p class="detail-text">{memo.content}</p>}
      <MemoPanel memo={memo} />
    </article>
  );
}
