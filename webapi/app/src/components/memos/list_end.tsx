import { More } from '../more';
import { useFamily } from '../page_context';
import { FirstCards } from './first_cards';

/** The end of the list: the first steps, why it is empty, or the button that loads more. */
export function ListEnd() {
  const { t, list, lists, search, sync } = useFamily();
  const { more, memos } = search.found.value;
  const empty = list.rows.value.length === 0 && lists.listed.value;
  return (
    <>
      {empty && search.narrowed.value && <NothingFound />}
      {lists.listed.value && !search.narrowed.value && <FirstCards />}
      {more && <p class="on-paper">{t.printedPart(memos.length)}</p>}
      {search.narrowed.value
        ? more && <More key="found" load={search.more} />
        : lists.hasMore.value && <More key="all" load={sync.loadMore} />}
    </>
  );
}

function NothingFound() {
  const { t, search } = useFamily();
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
