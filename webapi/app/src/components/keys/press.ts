import type { ListedMemo } from '../../sync/changes';
import { edit, remove } from '../memos/acts';
import { focusComposer } from '../memos/composer';
import { canOpen, focusChoice, turn } from '../memos/opening';
import type { FamilyPage } from '../page_context';
import { takeBack } from '../undo';

/** A key press, and where it happened. */
export interface Pressed {
  key: string;
  /** The key of the row that contains the focus, or "". */
  row: string;
  /** Whether the row itself has the focus, and not an element in it. */
  onRow: boolean;
}

type Action = (page: FamilyPage, pressed: Pressed) => boolean;

/** The list's keys that work without shortcuts. Each reports whether it did something. */
const moves: Record<string, Action> = {
  ArrowDown: (page, { row }) => !!row && move(page, 1),
  ArrowUp: (page, { row }) => !!row && move(page, -1),
  Home: (page, { row }) => !!row && move(page, Number.NEGATIVE_INFINITY),
  End: (page, { row }) => !!row && move(page, Number.POSITIVE_INFINITY),
  Enter: ({ places, ...page }, { row, onRow }) => onRow && onMemo(memoOf(page, row), (memo) => turn(memo, places)),
  Escape: ({ places, cursor, wide }, { row }) => {
    if (!places.selected.peek() || (wide.peek() && !row)) return false;
    places.selected.value = null;
    return row ? cursor.focus() : true;
  },
};

/** The single-character shortcuts of the list. */
const shortcuts: Record<string, Action> = {
  '/': () => (focusSearch(), true),
  n: () => (focusComposer(), true),
  j: (page, { row }) => move(page, row ? 1 : 0),
  k: (page, { row }) => move(page, row ? -1 : 0),
  x: (page, { row }) => onMemo(target(page, row), (memo) => void page.memos.done(memo, !memo.doneAt)),
  e: (page, { row }) => onMemo(target(page, row), (memo) => edit(memo, page)),
  '#': (page, { row }) => onMemo(target(page, row), (memo) => remove(memo, page)),
};

/** The shortcuts that work in every place. */
const everywhere: Record<string, Action> = {
  z: (page) => takeBack(page, true),
  '?': ({ shortcuts }) => (shortcuts.value = true),
};

/** Runs the action of a key; reports whether there was one. */
export function press(pressed: Pressed, page: FamilyPage): boolean {
  const inList = page.places.place.peek() === 'memos';
  const action =
    (inList && moves[pressed.key]) ||
    (page.display.keys.peek() && ((inList && shortcuts[pressed.key]) || everywhere[pressed.key]));
  return !!action && action(page, pressed);
}

/** Moves to another row. The panel beside the list follows; an unsaved text in it is kept. */
function move({ cursor, places, wide, edits, list }: FamilyPage, by: number): boolean {
  const memo = memoOf({ list }, cursor.move(by));
  if (memo && canOpen(memo) && wide.peek() && places.selected.peek()) {
    if (places.selected.peek() !== memo.id) edits.close();
    places.selected.value = memo.id;
  }
  return cursor.focus();
}

/** Moves to the search, which is opened first on a phone. */
function focusSearch(): void {
  const box = document.getElementById('search');
  if (box) box.focus();
  else document.getElementById('search-open')?.click();
}

function memoOf({ list }: Pick<FamilyPage, 'list'>, row: string): ListedMemo | undefined {
  return list.rows.peek().find(({ key }) => key === row)?.memo;
}

/** The memo for a shortcut: that of the row with the focus, or the open one if no row has the focus. */
function target({ list, places }: FamilyPage, row: string): ListedMemo | undefined {
  return memoOf({ list }, row || (places.selected.peek() ?? ''));
}

/** Runs an action on a memo, if there is one; at a conflict it goes to the choice of a text instead. */
function onMemo(memo: ListedMemo | undefined, act: (memo: ListedMemo) => void): boolean {
  if (memo) (canOpen(memo) ? act : focusChoice)(memo);
  return !!memo;
}
