import type { Memo } from '../api';
import { remove } from '../memo_actions';
import { language, t } from '../language';
import { memberOf } from '../state';
import { clock } from '../time';
import { Avatar } from './avatar';
import { Icon } from './icon';

/** A memo, who wrote it and when. A member is shown by the present name. */
export function MemoItem({ memo }: { memo: Memo }) {
  const name = memberOf(memo.userId)?.name ?? memo.createdByName;
  return (
    <li class="memo" data-testid="memo">
      <Avatar userId={memo.userId} name={name} />
      <div class="memo-body">
        <p class="memo-text">{memo.content}</p>
        <p class="memo-by">
          {name} <time dateTime={memo.timestamp}>{clock(Date.parse(memo.timestamp), language)}</time>
        </p>
      </div>
      <button
        type="button"
        class="icon-button"
        aria-label={t.remove(memo.content)}
        onClick={(event) => removeFrom(event, memo)}
        data-testid="memo-delete"
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}

/** Deletes; by keyboard the focus goes on to the way back, since its place is gone. */
function removeFrom(event: MouseEvent, memo: Memo): void {
  const byKeyboard = event.detail === 0;
  void remove(memo);
  if (byKeyboard) setTimeout(() => document.getElementById('undo')?.focus());
}
