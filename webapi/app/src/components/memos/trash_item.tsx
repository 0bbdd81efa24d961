import type { Row } from '../../memos/rows';
import { dateAndClock, daysLeft, standingOf } from '../../memos/words';
import type { Page } from '../../page';
import type { ListedMemo } from '../../sync/changes';
import { Avatar } from '../avatar';
import { usePage } from '../page_context';
import { Unsettled } from './unsettled';

/** How long the trash keeps memos where the server does not say, in days. */
const keptDays = 30;

/** A deleted memo: how long it is still there, the way back, and the way out. */
export function TrashItem({ row, purge }: { row: Row; purge: (memo: ListedMemo) => void }) {
  const page = usePage();
  const { t, language, person, connection } = page;
  const memo = row.memo!;
  const standing = standingOf(memo, connection.connected.value);
  return (
    <li
      class={`memo ${standing}`}
      data-key={row.key}
      aria-setsize={row.of}
      aria-posinset={row.place}
      data-testid="trash-memo"
    >
      <Avatar userId={memo.userId} name={person.authorOf(memo)} />
      <div class="memo-body">
        <p class="memo-text">{memo.content}</p>
        <p class="memo-by">
          {person.authorOf(memo)} <time dateTime={memo.timestamp}>{dateAndClock(row.at, language)}</time>
          {memo.doneAt && <span>{t.done}</span>}
          <span data-testid="days-left">{leftWords(memo, page)}</span>
          {standing === 'sending' && <span>{t.sending}</span>}
          {standing === 'waiting' && <span>{t.waitsForNetwork}</span>}
        </p>
        {memo.change && <Unsettled memo={memo} change={memo.change} />}
        <p class="choices">
          <button
            type="button"
            class="button"
            aria-label={t.restoreThis(memo.content)}
            onClick={(event) => restoreFrom(event, memo, page)}
            data-testid="trash-restore"
          >
            {t.restore}
          </button>
          <button
            type="button"
            class="button plain"
            aria-label={t.purgeThis(memo.content)}
            onClick={() => purge(memo)}
            data-testid="trash-purge"
          >
            {t.purge}
          </button>
        </p>
      </div>
    </li>
  );
}

function leftWords(memo: ListedMemo, { t, clock, person }: Page): string {
  const days = daysLeft(memo, clock.now.peek(), person.me.value?.settings.trashDays ?? keptDays);
  return days === 0 ? t.goesToday : t.daysLeft(days);
}

/** Takes a memo back; by keyboard the focus goes to the place, since the memo's is gone. */
function restoreFrom(event: MouseEvent, memo: ListedMemo, { memos }: Page): void {
  void memos.restore(memo);
  if (event.detail === 0) setTimeout(() => document.querySelector('main')?.focus({ preventScroll: true }));
}
