import type { Places } from '../../browser/places';
import type { Page } from '../../page';
import type { ListedMemo } from '../../sync/changes';

/** Whether a memo can be opened: not during a conflict, which its row shows. */
export const canOpen = ({ change }: ListedMemo): boolean => change?.state !== 'conflict';

/** Opens a memo, or closes it. */
export function turn(memo: ListedMemo, { selected }: Places): void {
  selected.value = selected.value === memo.id ? null : memo.id;
}

/** The text selected on the page. */
export const chosenWords = (): string => String(getSelection());

/**
 * Opens or closes a memo whose row was pressed. It ignores presses on elements in the row, the second press of a double
 * click, and a press that selected text; before: the text that was selected already, which is cleared only after the
 * click.
 */
export function pressed({ target, detail }: MouseEvent, memo: ListedMemo, places: Places, before: string): void {
  const chose = ![before, ''].includes(chosenWords());
  if (detail < 2 && !(target as Element).closest('a, button, .unsettled') && !chose) turn(memo, places);
}

/** Opens or closes; by keyboard the focus moves to the memo if that is beside the list. */
export function openFrom(event: MouseEvent, memo: ListedMemo, { places, wide }: Pick<Page, 'places' | 'wide'>): void {
  turn(memo, places);
  if (event.detail === 0 && places.selected.value && wide.value)
    setTimeout(() => document.getElementById('detail')?.focus());
}

/** Closes the memo and returns to its row; a drawer does that itself. */
export function shut(memo: ListedMemo, { selected }: Places): void {
  selected.value = null;
  focusRow(memo.id, true);
}

/** Moves the focus to a row of the list, if it is near the view. still: the list does not scroll. */
export function focusRow(key: string, still = false): void {
  document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: still });
}

/** Moves the focus to the choice between two texts for a memo, if its row is near the view. */
export function focusChoice({ id }: ListedMemo): void {
  document.getElementById(`text-${id}`)?.parentElement?.querySelector('button')?.focus();
}
