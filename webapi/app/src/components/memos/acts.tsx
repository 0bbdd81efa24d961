import type { ComponentChildren } from 'preact';
import type { ListedMemo } from '../../sync/changes';
import { Icon } from '../icon';
import { LaterIcon } from '../later_icon';
import type { FamilyPage } from '../page_context';
import { canOpen, focusRow } from './opening';

/** An action on a memo, with the text of its button. */
export interface Act {
  name: 'edit' | 'mark' | 'delete';
  icon: ComponentChildren;
  word: string;
  run(event: MouseEvent): void;
}

/** The actions on a memo, besides sharing, which may open a menu. Delete is the last. */
export function actsOf(memo: ListedMemo, page: FamilyPage): Act[] {
  const { t, memos } = page;
  return [
    { name: 'edit', icon: <LaterIcon name="edit" />, word: t.edit, run: () => edit(memo, page) },
    memo.doneAt
      ? { name: 'mark', icon: <LaterIcon name="back" />, word: t.undoIt, run: () => void memos.done(memo, false) }
      : { name: 'mark', icon: <Icon name="done" />, word: t.doIt, run: () => finish(memo, page) },
    { name: 'delete', icon: <Icon name="trash" />, word: t.removeIt, run: (event) => remove(memo, page, event) },
  ];
}

/** Opens a memo with its editor, unless it has a conflict. */
export function edit(memo: ListedMemo, { t, places, edits, notices }: FamilyPage): void {
  if (!canOpen(memo)) return notices.say(t.disputed);
  places.selected.value = memo.id;
  edits.open(memo);
}

/** Marks a memo as done. A drawer closes, since its row moves under the fold. */
function finish(memo: ListedMemo, { memos, places, wide }: FamilyPage): void {
  if (!wide.value) places.selected.value = null;
  void memos.done(memo, true);
}

/** Deletes a memo and closes it; by keyboard the focus moves to the list, since the row is gone. */
export function remove(memo: ListedMemo, page: FamilyPage, event?: MouseEvent): void {
  const { memos, edits, places, cursor } = page;
  if (edits.editing.value === memo.id) edits.editing.value = null;
  if (places.selected.value === memo.id) places.selected.value = null;
  void memos.remove(memo);
  if (event?.detail === 0) setTimeout(() => document.activeElement === document.body && focusRow(cursor.at.value));
}
