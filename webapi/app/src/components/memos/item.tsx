import { computed, useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Row } from '../../memos/rows';
import { editedAt, type Standing, standingOf, unsentWord } from '../../memos/words';
import { clockTime } from '../../messages/time';
import type { Page } from '../../page';
import type { ListedMemo } from '../../sync/changes';
import { Avatar } from '../avatar';
import { Icon } from '../icon';
import { Later, Rarely } from '../later';
import { usePage } from '../page_context';
import { MemoText } from './memo_text';
import { canOpen, chosenWords, openFrom, pressed } from './opening';

/** The test id of an item. */
const named: Record<Standing, { 'data-testid': string }> = {
  sent: { 'data-testid': 'memo' },
  sending: { 'data-testid': 'memo-sending' },
  waiting: { 'data-testid': 'memo-sending' },
  failed: { 'data-testid': 'memo-failed' },
  conflict: { 'data-testid': 'memo-conflict' },
};

/** A memo's row: done or not, text, author, time, and anything unusual. The rest is in the opened memo. */
export function MemoItem({ row }: { row: Row }) {
  const { t, connection, places, wide, memos, cursor } = usePage();
  const isStop = useMemo(() => computed(() => cursor.isAt(row.key)), [row.key]); // few rows are rendered when it moves
  const reach = useSignal<PointerEvent | null>(null);
  const before = useRef(''); // the words that were selected when it was pressed
  const memo = row.memo!;
  const { id, change } = memo;
  const standing = standingOf(memo, connection.connected.value);
  const isChosen = useMemo(() => computed(() => places.selected.value === id), [id]);
  const torn = standing === 'conflict'; // both texts are shown then
  const chosen = isChosen.value && !torn;
  const opens = canOpen(memo);
  const text = (
    <>
      <MemoText id={`text-${id}`} text={memo.content} clamp reached={false} />
      <By row={row} memo={memo} standing={standing} />
    </>
  );
  return (
    <li
      class={classOf(row, standing, chosen ? (wide.value ? 'chosen' : 'open') : '')}
      data-key={row.key}
      {...(row.leaving ? {} : named[standing])}
      tabIndex={isStop.value ? 0 : -1}
      aria-labelledby={`text-${id} by-${id}`}
      aria-setsize={row.of}
      aria-posinset={row.place}
      aria-hidden={row.leaving}
      inert={row.leaving}
      onPointerDown={() => (before.current = chosenWords())}
      onClick={(event) => opens && pressed(event, memo, places, before.current)}
      onPointerEnter={(event) => opens && (reach.value ??= event)}
      onPointerLeave={() => reach.value?.pointerType !== 'touch' && (reach.value = null)}
    >
      <button
        type="button"
        class="do"
        aria-label={t.markDone}
        aria-pressed={!!memo.doneAt}
        tabIndex={-1}
        onClick={() => void memos.done(memo, !memo.doneAt)}
        data-testid="memo-done"
      >
        {memo.doneAt && <Icon name="check" />}
      </button>
      <div class="body">
        {!torn && text}
        {change && (torn || standing === 'failed') && (
          <Rarely meanwhile={(waiting) => [torn && text, waiting]}>
            {({ Unsettled }) => <Unsettled memo={memo} change={change} />}
          </Rarely>
        )}
      </div>
      {opens && <Details memo={memo} open={chosen} />}
      {reach.value && opens && (
        <Later patient>
          {({ RowReach }) => <RowReach memo={memo} by={reach.value!} end={() => (reach.value = null)} />}
        </Later>
      )}
    </li>
  );
}

function classOf({ memo, added, leaving }: Row, standing: Standing, chosen: string): string {
  return ['memo', standing, chosen, memo?.doneAt && 'done', added && 'added', leaving && 'leaving']
    .filter(Boolean)
    .join(' ');
}

/** The author, the time, and anything unusual. */
function By({ row, memo, standing }: { row: Row; memo: ListedMemo; standing: Standing }) {
  const page = usePage();
  const { language, person } = page;
  const author = person.authorOf(memo);
  return (
    <p class="by" id={`by-${memo.id}`}>
      <Avatar userId={memo.userId} name={author} />
      <span>{author}</span> <time dateTime={memo.timestamp}>{clockTime(row.at, language)}</time>
      {unusual(memo, standing, page).map((word) => (
        <Fragment key={word}>
          {' '}
          <span class="also">{word}</span>
        </Fragment>
      ))}
    </p>
  );
}

function unusual(memo: ListedMemo, standing: Standing, { t, person, lists, edits, places }: Page): string[] {
  const nameOf = (id = '') => (id === memo.userId ? '' : person.memberOf(id)?.name);
  const editor = nameOf(memo.editedBy);
  const doer = nameOf(memo.doneBy);
  const edited = edits.editing.value === memo.id && places.selected.value === memo.id; // otherwise its editor is not shown
  const words = [
    editedAt(memo) && (editor ? t.editedBy(editor) : t.edited),
    memo.doneAt && (doer ? t.doneBy(doer) : t.done),
    edits.isUnsaved(memo.id) && !edited && t.unsavedEdit,
    unsentWord(standing, !!lists.held.value, t),
  ];
  return words.filter((word) => !!word) as string[];
}

/** Opens the details for people who navigate by buttons. It is not drawn: the whole row opens. */
function Details({ memo, open }: { memo: ListedMemo; open: boolean }) {
  const page = usePage();
  return (
    <button
      type="button"
      class="details"
      tabIndex={-1}
      aria-label={page.t.details}
      aria-expanded={open}
      onClick={(event) => openFrom(event, memo, page)}
      data-testid="memo-open"
    />
  );
}
