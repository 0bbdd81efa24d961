import { dateAndClock, daysLeft } from '../../memos/dates';
import type { Row } from '../../memos/rows';
import { standingOf } from '../../memos/words';
import type { ListedMemo } from '../../sync/changes';
import { Avatar } from '../avatar';
import { type RarePage, useRare } from '../rare_words';
import { MemoText } from './memo_text';
import { Unsettled } from './unsettled';

/** How long the trash keeps memos if the server does not say it, in days. */
const keptDays = 30;

/** A deleted memo: how long it is kept, and the buttons that restore it or delete it permanently. */
export function TrashItem({ row, purge }: { row: Row; purge: (memo: ListedMemo) => void }) {
  const page = useRare();
  const { t, language, person, connection } = page;
  const memo = row.memo!;
  const standing = standingOf(memo, connection.connected.value);
  return (
    <li
      class={`memo trashed ${standing}`}
      data-key={row.key}
      aria-setsize={row.of}
      aria-posinset={row.place}
      data-testid="trash-memo"
    >
      <div class="body">
        <MemoText text={memo.content} clamp />
        <p class="by">
          <Avatar userId={memo.userId} name={person.authorOf(memo)} />
          <span>{person.authorOf(memo)}</span> <time dateTime={memo.timestamp}>{dateAndClock(row.at, language)}</time>
          {memo.doneAt && <span class="also">{t.done}</span>}
          <span class="also" data-testid="days-left">
            {leftWords(memo, page)}
          </span>
          {standing === 'sending' && <span class="also">{t.sending}</span>}
          {standing === 'waiting' && <span class="also">{t.waitsForNetwork}</span>}
        </p>
        {memo.change && <Unsettled memo={memo} change={memo.change} />}
        <p class="trash-ways">
          <button
            type="button"
            class="button"
            onClick={(event) => restoreFrom(event, memo, page)}
            data-testid="trash-restore"
          >
            {t.restore}
          </button>
          <button type="button" class="plain rare" onClick={() => purge(memo)} data-testid="trash-purge">
            {t.purge}
          </button>
        </p>
      </div>
    </li>
  );
}

function leftWords(memo: ListedMemo, { t, clock, person }: RarePage): string {
  const days = daysLeft(memo, clock.now.peek(), person.me.value?.settings.trashDays ?? keptDays);
  return days === 0 ? t.goesToday : t.daysLeft(days);
}

/** Restores a memo; by keyboard the focus moves to the place, since the row is gone. */
function restoreFrom(event: MouseEvent, memo: ListedMemo, { memos }: RarePage): void {
  void memos.restore(memo);
  if (event.detail === 0) setTimeout(() => document.querySelector('main')?.focus({ preventScroll: true }));
}
