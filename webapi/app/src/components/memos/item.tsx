import type { Row } from '../../memos/rows';
import { ago, edited, type Standing, standingOf } from '../../memos/words';
import { clockTime } from '../../messages/time';
import type { Page } from '../../page';
import type { Change, ListedMemo } from '../../sync/changes';
import { Avatar } from '../avatar';
import { Icon } from '../icon';
import { Later } from '../later';
import { usePage } from '../page_context';
import { canOpen, openFrom, turn } from './opening';

/** What tests find an item by. */
const named: Record<Standing, { 'data-testid': string }> = {
  sent: { 'data-testid': 'memo' },
  sending: { 'data-testid': 'memo-sending' },
  waiting: { 'data-testid': 'memo-sending' },
  failed: { 'data-testid': 'memo-failed' },
  conflict: { 'data-testid': 'memo-conflict' },
};

/** A memo, who wrote it and when, how it stands with the server, and what can be done with it. */
export function MemoItem({ row }: { row: Row }) {
  const page = usePage();
  const { t, person, connection, places, wide, edits } = page;
  const memo = row.memo!;
  const standing = standingOf(memo, connection.connected.value);
  const open = places.selected.value === memo.id;
  const unfolded = open && !wide.value;
  const editing = unfolded && edits.editing.value === memo.id; // the editor shows the text then, once it is loaded
  const text = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button below opens the memo from the keyboard
    <p class="memo-text" onClick={() => canOpen(memo) && !getSelection()?.toString() && turn(memo, places)}>
      {memo.content}
    </p>
  );
  return (
    <li
      class={`memo ${standing}${open ? ' open' : ''}${memo.doneAt ? ' done' : ''}`}
      data-key={row.key}
      aria-setsize={row.of}
      aria-posinset={row.place}
      {...named[standing]}
    >
      <Avatar userId={memo.userId} name={person.authorOf(memo)} />
      <div class="memo-body">
        {!editing && text}
        <div class="memo-foot">
          <By row={row} memo={memo} standing={standing} />
          {canOpen(memo) && <OpenButton memo={memo} open={open} />}
          <button
            type="button"
            class="icon-button"
            aria-label={t.remove(memo.content)}
            onClick={(event) => removeFrom(event, memo, page)}
            data-testid="memo-delete"
          >
            <Icon name="trash" />
          </button>
        </div>
        {memo.change && needsWriter(memo.change, standing) && (
          <Later patient={standing === 'waiting'}>
            {({ Unsettled }) => <Unsettled memo={memo} change={memo.change!} />}
          </Later>
        )}
        {unfolded && (
          <Later meanwhile={(waiting) => [editing && text, waiting]}>
            {({ MemoPanel }) => <MemoPanel memo={memo} />}
          </Later>
        )}
      </div>
    </li>
  );
}

/** Whether a change leaves something to its writer. While there is no connection, that is only to take a memo back. */
const needsWriter = ({ kind }: Change, standing: Standing) =>
  standing === 'failed' || standing === 'conflict' || (standing === 'waiting' && kind === 'add');

function By({ row, memo, standing }: { row: Row; memo: ListedMemo; standing: Standing }) {
  const { t, language, clock, person, lists, edits } = usePage();
  const since = ago(row.at, clock.minute.value, t, language);
  const words = [
    since,
    memo.doneAt && t.done,
    edited(memo) && t.edited,
    edits.isUnsaved(memo.id) && edits.editing.value !== memo.id && t.unsavedEdit,
    standing === 'sending' && (lists.held.value ? t.sentLater : t.sending),
    standing === 'waiting' && t.waitsForNetwork,
  ];
  return (
    <p class="memo-by">
      {person.authorOf(memo)} <time dateTime={memo.timestamp}>{clockTime(row.at, language)}</time>
      {words.filter(Boolean).map((word) => (
        <span key={word}>{word}</span>
      ))}
    </p>
  );
}

function OpenButton({ memo, open }: { memo: ListedMemo; open: boolean }) {
  const page = usePage();
  return (
    <button
      type="button"
      class="icon-button"
      id={`open-${memo.id}`}
      aria-label={page.t.openMemo(memo.content)}
      aria-expanded={open}
      onClick={(event) => openFrom(event, memo, page)}
      data-testid="memo-open"
    >
      <Icon name="more" />
    </button>
  );
}

/** Deletes; by keyboard the focus goes on to the way back, since its place is gone. */
function removeFrom(event: MouseEvent, memo: ListedMemo, { memos, edits }: Page): void {
  const byKeyboard = event.detail === 0;
  if (edits.editing.value === memo.id) edits.editing.value = null;
  void memos.remove(memo);
  if (byKeyboard) setTimeout(() => document.getElementById('undo')?.focus());
}
