import { NotAdmitted } from '../account/not_admitted';
import { More } from '../more';
import { usePage } from '../page_context';
import { Windowed } from '../windowed';
import { FilterBar } from './filter_bar';
import { MemoItem } from './item';
import { StatusLine } from './status_line';

/** The family's memos, newest first, by day. */
export function MemoList() {
  const { t, lists, search, sync } = usePage();
  const known = lists.listed.value || lists.memos.value.length > 0;
  return (
    <main class="place memos" id="memos" tabIndex={-1} aria-label={t.memos} aria-busy={!known}>
      <FilterBar />
      <StatusLine />
      <NotAdmitted />
      {known ? <Days /> : <p class="quiet centre">{t.loading}</p>}
      {search.narrowed.value
        ? search.found.value.more && <More key="found" load={search.more} />
        : lists.hasMore.value && <More key="all" load={sync.loadMore} />}
    </main>
  );
}

function Days() {
  const { rows, narrowed } = usePage().search;
  if (rows.value.length > 0) return <Windowed rows={rows.value} item={(row) => <MemoItem key={row.key} row={row} />} />;
  return narrowed.value ? <NothingFound /> : <Empty />;
}

function NothingFound() {
  const { t, search } = usePage();
  if (search.found.value.busy) return <p class="quiet centre">{t.searching}</p>;
  return (
    <div class="empty" data-testid="empty">
      <p>{t.nothingFound}</p>
      <button type="button" class="button" onClick={() => search.forget()} data-testid="show-all">
        {t.showAll}
      </button>
    </div>
  );
}

function Empty() {
  const { t } = usePage();
  return (
    <div class="empty" data-testid="empty">
      <p>{t.noMemos}</p>
      <p class="quiet">{t.noMemosHint}</p>
    </div>
  );
}
