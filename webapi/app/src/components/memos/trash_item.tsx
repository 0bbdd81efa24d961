import { authorOf } from '../../memos/author';
import { language, t } from '../../messages/words';
import { restoreMemo } from '../../memos/actions';
import { dateAndClock, daysLeft, standingOf } from '../../memos/words';
import type { ListedMemo } from '../../sync/changes';
import type { Row } from '../../memos/rows';
import { connected, me, now } from '../../sync/lists';
import { Avatar } from '../avatar';
import { Unsettled } from './unsettled';

/** How long the trash keeps memos where the server does not say, in days. */
const keptDays = 30;

/** A deleted memo: how long it is still there, the way back, and the way out. */
export function TrashItem({ row, purge }: { row: Row; purge: (memo: ListedMemo) => void }) {
  const memo = row.memo!;
  const standing = standingOf(memo, connected.value);
  return (
    <li class={`memo ${standing}`} data-key={row.key} aria-setsize={row.of} aria-posinset={row.place} data-testid="trash-memo">
      <Avatar userId={memo.userId} name={authorOf(memo)} />
      <div class="memo-body">
        <p class="memo-text">{memo.content}</p>
        <p class="memo-by">
          {authorOf(memo)} <time dateTime={memo.timestamp}>{dateAndClock(row.at, language)}</time>
          <span data-testid="days-left">{leftWords(memo)}</span>
          {standing === 'sending' && <span>{t.sending}</span>}
          {standing === 'waiting' && <span>{t.waitsForNetwork}</span>}
        </p>
        {memo.change && <Unsettled memo={memo} change={memo.change} />}
        <p class="choices">
          <button
            type="button"
            class="button"
            aria-label={t.restoreThis(memo.content)}
            onClick={(event) => restoreFrom(event, memo)}
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

function leftWords(memo: ListedMemo): string {
  const days = daysLeft(memo, now.peek(), me.value?.settings.trashDays ?? keptDays);
  return days === 0 ? t.goesToday : t.daysLeft(days);
}

/** Takes a memo back; by keyboard the focus goes to the place, since the memo's is gone. */
function restoreFrom(event: MouseEvent, memo: ListedMemo): void {
  void restoreMemo(memo);
  if (event.detail === 0) setTimeout(() => document.querySelector('main')?.focus({ preventScroll: true }));
}
