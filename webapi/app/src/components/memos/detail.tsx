import { useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ago } from '../../memos/dates';
import { standingOf, unsentWord } from '../../memos/words';
import type { ListedMemo } from '../../sync/changes';
import { Avatar } from '../avatar';
import { Icon } from '../icon';
import { useFamily } from '../page_context';
import { type Act, actsOf } from './acts';
import { useDrawer } from './drawer';
import { MemoEditor } from './editor';
import { MemoText } from './memo_text';
import { canOpen, shut } from './opening';
import { History, Seen } from './past';
import { useMoment } from './people';
import { ShareButton } from './share';

/** How long after opening its buttons ignore clicks, which may belong to a double click, in milliseconds. */
const restsFor = 350;

/** The open memo, in a drawer on phones and beside the list on wide screens; nothing if it is gone. */
export function MemoDetail() {
  const { places, lists, memos, search } = useFamily();
  const shown = useRef('');
  const chosen = useComputed(() => {
    const id = places.selected.value;
    return [...lists.memos.value, ...search.found.value.memos].find((memo) => memo.id === id && canOpen(memo));
  });
  const memo = chosen.value;
  useEffect(() => {
    if (!memo) places.selected.value = null; // there is nothing to make room for
  }, [memo]);
  if (memo && memos.box.idOf(shown.current) !== memo.id) shown.current = memo.id; // a memo that has just been sent keeps its row
  return memo ? <Opened key={shown.current} memo={memo} /> : null;
}

function Opened({ memo }: { memo: ListedMemo }) {
  const { t, places, edits, wide } = useFamily();
  const edit = edits.editing.value === memo.id ? edits.all.value.get(memo.id) : undefined;
  const drawer = !wide.value;
  const box = useRef<HTMLElement>(null);
  const fresh = useSignal(true);
  useFocusBack(box, !!edit);
  useNext(box, drawer ? '' : memo.id);
  useDrawer(box, drawer, memo.id, () => (places.selected.value = null));
  useEffect(() => {
    const timer = setTimeout(() => (fresh.value = false), restsFor);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      {drawer && <div class="scrim" />}
      <section
        ref={box}
        class={['paper', drawer && 'drawer', memo.doneAt && 'done', fresh.value && 'fresh'].filter(Boolean).join(' ')}
        id="detail"
        tabIndex={-1}
        {...(drawer && ({ role: 'dialog', 'aria-modal': true } as const))}
        aria-label={t.openedMemo}
        onKeyDown={(event) => event.key === 'Escape' && (event.stopPropagation(), shut(memo, places))}
        data-testid="memo-detail"
      >
        <Head memo={memo} drawer={drawer} />
        <div class="in">
          {edit ? <MemoEditor edit={edit} memo={memo} /> : <MemoText class="read" text={memo.content} />}
          {drawer ? !edit && <Acts memo={memo} /> : <Written memo={memo} />}
          <div class="halves" data-testid="memo-panel">
            <History memo={memo} />
            <Seen memo={memo} />
          </div>
        </div>
      </section>
    </>
  );
}

/** The first line: the author on phones, the actions beside the list; and the button that closes it. */
function Head({ memo, drawer }: { memo: ListedMemo; drawer: boolean }) {
  const page = useFamily();
  const { t, places } = page;
  const [edit, mark, remove] = actsOf(memo, page).map((act) => <ActButton key={act.name} act={act} />);
  return (
    <header class="bar">
      {drawer ? (
        <Written memo={memo} />
      ) : (
        <>
          {edit}
          <ShareButton memo={memo} class="icon-button" worded={false} />
          {mark}
          <i />
          {remove}
        </>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={t.close}
        title={t.close}
        onClick={() => shut(memo, places)}
        data-testid="memo-close"
      >
        <Icon name="close" />
      </button>
    </header>
  );
}

/** The actions of a drawer: icons over words. */
function Acts({ memo }: { memo: ListedMemo }) {
  const [edit, mark, remove] = actsOf(memo, useFamily()).map((act) => <ActButton key={act.name} act={act} worded />);
  return (
    <div class="acts">
      {edit}
      <ShareButton memo={memo} worded />
      {mark}
      {remove}
    </div>
  );
}

function ActButton({ act: { name, icon, word, run }, worded = false }: { act: Act; worded?: boolean }) {
  const label = worded ? undefined : word;
  const kind = worded ? name === 'delete' && 'bad' : 'icon-button';
  return (
    <button
      type="button"
      class={kind || undefined}
      aria-label={label}
      title={label}
      onClick={run}
      data-testid={`memo-${name}`}
    >
      {icon}
      {worded && word}
    </button>
  );
}

function Written({ memo }: { memo: ListedMemo }) {
  const { t, language, clock, person, wide, lists, connection } = useFamily();
  const unsent = unsentWord(standingOf(memo, connection.connected.value), !!lists.held.value, t);
  const moment = useMoment();
  const since = wide.value && ago(Date.parse(memo.timestamp), clock.minute.value, t, language);
  return (
    <p class="by">
      <Avatar userId={memo.userId} name={person.authorOf(memo)} size={wide.value ? 's' : 'm'} />
      <span>{person.authorOf(memo)}</span> <time dateTime={memo.timestamp}>{moment(memo.timestamp)}</time>
      {since && <span class="also">{since}</span>}
      {unsent && <span class="also unsent">{unsent}</span>}
    </p>
  );
}

/** Moves Tab from a memo's row to the panel beside the list, past the rows below. */
function useNext(box: RefObject<HTMLElement | null>, id: string) {
  useEffect(() => {
    if (!id) return;
    const next = ({ key, shiftKey }: KeyboardEvent) => {
      const { dataset } = document.activeElement as HTMLElement;
      if (key === 'Tab' && !shiftKey && dataset['key'] === id) box.current?.focus({ preventScroll: true }); // the browser continues from there
    };
    addEventListener('keydown', next);
    return () => removeEventListener('keydown', next);
  }, [id]);
}

/** Moves the focus to the button that opens the editor, after the editor has closed. */
function useFocusBack(box: RefObject<HTMLElement | null>, editing: boolean): void {
  const was = useRef(false);
  useLayoutEffect(() => {
    if (was.current && !editing)
      box.current?.querySelector<HTMLElement>('[data-testid=memo-edit]')?.focus({ preventScroll: true });
    was.current = editing;
  });
}
