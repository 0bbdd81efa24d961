import { computed } from '@preact/signals';
import { authorOf } from '../../memos/author';
import type { ListedMemo } from '../../sync/changes';
import { editing, isUnsaved } from '../../memos/edits';
import { language, t } from '../../messages/words';
import { removeMemo } from '../../memos/actions';
import { ago, edited, standingOf, type Standing } from '../../memos/words';
import type { Row } from '../../memos/rows';
import { connected, held, now, selected } from '../../sync/lists';
import { clock } from '../../messages/time';
import { wide } from '../../browser/wide';
import { Avatar } from '../avatar';
import { Icon } from '../icon';
import { MemoPanel } from './panel';
import { Unsettled } from './unsettled';

/** What tests find an item by. */
const named: Record<Standing, { 'data-testid': string }> = {
  sent: { 'data-testid': 'memo' },
  sending: { 'data-testid': 'memo-sending' },
  waiting: { 'data-testid': 'memo-sending' },
  failed: { 'data-testid': 'memo-failed' },
  conflict: { 'data-testid': 'memo-conflict' },
};

/** The present minute; what is told in minutes need not look every second. */
const minute = computed(() => now.value - (now.value % 60_000) + 59_999);

/** A memo, who wrote it and when, how it stands with the server, and what can be done with it. */
export function MemoItem({ row }: { row: Row }) {
  const memo = row.memo!;
  const standing = standingOf(memo, connected.value);
  const open = selected.value === memo.id;
  const unfolded = open && !wide.value;
  return (
    <li
      class={`memo ${standing}${open ? ' open' : ''}`}
      data-key={row.key}
      aria-setsize={row.of}
      aria-posinset={row.place}
      {...named[standing]}
    >
      <Avatar userId={memo.userId} name={authorOf(memo)} />
      <div class="memo-body">
        {!(unfolded && editing.value === memo.id) && (
          <p class="memo-text" onClick={() => letOpen(memo) && turn(memo)}>
            {memo.content}
          </p>
        )}
        <div class="memo-foot">
          <By row={row} memo={memo} standing={standing} />
          {opens(memo) && <OpenButton memo={memo} open={open} />}
          <button
            type="button"
            class="icon-button"
            aria-label={t.remove(memo.content)}
            onClick={(event) => removeFrom(event, memo)}
            data-testid="memo-delete"
          >
            <Icon name="trash" />
          </button>
        </div>
        {memo.change && <Unsettled memo={memo} change={memo.change} />}
        {unfolded && <MemoPanel memo={memo} />}
      </div>
    </li>
  );
}

function By({ row, memo, standing }: { row: Row; memo: ListedMemo; standing: Standing }) {
  const since = ago(row.at, minute.value, t, language);
  const words = [
    since,
    edited(memo) && t.edited,
    isUnsaved(memo.id) && editing.value !== memo.id && t.unsavedEdit,
    standing === 'sending' && (held.value ? t.sentLater : t.sending),
    standing === 'waiting' && t.waitsForNetwork,
  ];
  return (
    <p class="memo-by">
      {authorOf(memo)} <time dateTime={memo.timestamp}>{clock(row.at, language)}</time>
      {words.filter(Boolean).map((word) => (
        <span key={word}>{word}</span>
      ))}
    </p>
  );
}

function OpenButton({ memo, open }: { memo: ListedMemo; open: boolean }) {
  return (
    <button
      type="button"
      class="icon-button"
      id={`open-${memo.id}`}
      aria-label={t.openMemo(memo.content)}
      aria-expanded={open}
      onClick={(event) => openFrom(event, memo)}
      data-testid="memo-open"
    >
      <Icon name="more" />
    </button>
  );
}

/** A memo that the server does not have gets another id there; until then it only waits. */
const opens = (memo: ListedMemo) => memo.change?.kind !== 'add';

/** Whether a tap on the text means the memo; marking a part of it does not. */
const letOpen = (memo: ListedMemo) => opens(memo) && !getSelection()?.toString();

function turn(memo: ListedMemo): void {
  selected.value = selected.value === memo.id ? null : memo.id;
}

/** Opens or closes; by keyboard the focus goes on to the memo where that is beside the list. */
function openFrom(event: MouseEvent, memo: ListedMemo): void {
  turn(memo);
  if (event.detail === 0 && selected.value && wide.value) setTimeout(() => document.getElementById('detail')?.focus());
}

/** Deletes; by keyboard the focus goes on to the way back, since its place is gone. */
function removeFrom(event: MouseEvent, memo: ListedMemo): void {
  const byKeyboard = event.detail === 0;
  if (editing.value === memo.id) editing.value = null;
  void removeMemo(memo);
  if (byKeyboard) setTimeout(() => document.getElementById('undo')?.focus());
}
