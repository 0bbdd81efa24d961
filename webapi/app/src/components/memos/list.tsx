import { computed } from '@preact/signals';
import { t } from '../../messages/words';
import { loadMore } from '../../memos/actions';
import { rowsByDay } from '../../memos/rows';
import { found, query, searchMore } from '../../memos/search';
import { hasMore, listed, memos } from '../../sync/lists';
import { FilterBar, narrowed } from './filter_bar';
import { MemoItem } from './item';
import { More } from '../more';
import { NotAdmitted } from '../account/not_admitted';
import { StatusLine } from './status_line';
import { Windowed } from '../windowed';

const shown = computed(() => (narrowed() ? found.value.memos : memos.value));
const rows = computed(() => rowsByDay(shown.value));

/** The family's memos, newest first, by day. */
export function MemoList() {
  const known = listed.value || memos.value.length > 0;
  return (
    <main class="place memos" id="memos" tabIndex={-1} aria-label={t.memos} aria-busy={!known}>
      <FilterBar />
      <StatusLine />
      <NotAdmitted />
      {known ? <Days /> : <p class="quiet centre">{t.loading}</p>}
      {narrowed() ? found.value.more && <More key="found" load={searchMore} /> : hasMore.value && <More key="all" load={loadMore} />}
    </main>
  );
}

function Days() {
  if (rows.value.length > 0) return <Windowed rows={rows.value} item={(row) => <MemoItem key={row.key} row={row} />} />;
  return narrowed() ? <NothingFound /> : <Empty />;
}

function NothingFound() {
  if (found.value.busy) return <p class="quiet centre">{t.searching}</p>;
  return (
    <div class="empty" data-testid="empty">
      <p>{t.nothingFound}</p>
      <button type="button" class="button" onClick={() => (query.value = { text: '', author: '' })} data-testid="show-all">
        {t.showAll}
      </button>
    </div>
  );
}

function Empty() {
  return (
    <div class="empty" data-testid="empty">
      <p>{t.noMemos}</p>
      <p class="quiet">{t.noMemosHint}</p>
    </div>
  );
}
