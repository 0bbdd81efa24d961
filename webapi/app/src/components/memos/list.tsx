import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Row } from '../../memos/rows';
import { Icon } from '../icon';
import { Later } from '../later';
import type { Watch } from '../list_view';
import { usePage } from '../page_context';
import { Windowed } from '../windowed';
import { focusComposer } from './composer';
import { MemoItem } from './item';
import { useSyncState } from './status_line';

/** The family's memos, newest first, by day. */
export function MemoList() {
  const { t, lists, connection } = usePage();
  const sync = useSyncState();
  const known = lists.listed.value || lists.memos.value.length > 0;
  return (
    <main
      class="place memos"
      id="memos"
      tabIndex={-1}
      aria-label={t.memos}
      aria-busy={!known}
      data-live={connection.live.value}
      data-current={sync.value.is === 'current' && sync.value.at > 0}
    >
      <Later patient>{({ Found }) => <Found />}</Later>
      <Later patient>{({ NotAdmitted }) => <NotAdmitted />}</Later>
      {known ? <Days /> : <p class="quiet centre">{t.loading}</p>}
      <Later patient>{({ ListEnd }) => <ListEnd />}</Later>
    </main>
  );
}

/** The days, in one column or two. */
function Days() {
  const { list } = usePage();
  if (list.rows.value.length === 0 && !list.moving.value) return null;
  const parts = list.parts.value;
  return (
    <div class={parts.length > 1 ? 'columns two' : 'columns'} data-testid="days">
      {parts.map((rows, i) => (
        <Column key={i} rows={rows} place={i} />
      ))}
    </div>
  );
}

function Column({ rows, place }: { rows: readonly Row[]; place: number }) {
  const { list, cursor, memos } = usePage();
  const item = useMemo(() => lineOf(memos.box.firstId), []);
  const watch = useMemo<Watch>(
    () => ({
      ...(place === 0 ? { firstDay: (day: number) => void (list.scrolledTo.value = day) } : {}),
      focused: (key) => cursor.goTo(key),
      lost: () => cursor.focus() || focusComposer(),
      views: cursor.views,
    }),
    [],
  );
  return <Windowed rows={rows} item={item} watch={watch} />;
}

/** Returns a function that renders a row. A memo that is sent stays the same element, so that no press is lost. */
function lineOf(firstId: (id: string) => string) {
  return function line(row: Row) {
    switch (row.kind) {
      case 'done':
        return <Fold key={row.key} row={row} />;
      case 'new':
        return <NewLine key={row.key} row={row} />;
      default:
        return <MemoItem key={firstId(row.key)} row={row} />;
    }
  };
}

/** Shows the done memos of a day, or hides them. */
function Fold({ row: { key, day, place, of, n = 0, open } }: { row: Row }) {
  const { t, list, cursor } = usePage();
  const isStop = useComputed(() => cursor.isAt(key));
  return (
    <li data-key={key} aria-posinset={place} aria-setsize={of}>
      <button
        type="button"
        class="fold"
        tabIndex={isStop.value ? 0 : -1}
        aria-expanded={open}
        onClick={() => list.turn(day)}
        data-testid="done-fold"
      >
        <Icon name="done" />
        {t.doneCount(n)}
        <Icon name="chevron" />
      </button>
    </li>
  );
}

/** The line under the last memo that is new. */
function NewLine({ row: { key, place, of, n = 0 } }: { row: Row }) {
  const { t } = usePage();
  return (
    <li class="new-line" data-key={key} aria-posinset={place} aria-setsize={of} data-testid="new-line">
      <span>{t.newAbove(n)}</span>
    </li>
  );
}
