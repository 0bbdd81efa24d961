import type { Places } from '../../browser/places';
import type { Page } from '../../page';
import type { ListedMemo } from '../../sync/changes';

/** Whether a memo can be opened: one that the server does not have gets another id there; until then it only waits. */
export const canOpen = (memo: ListedMemo): boolean => memo.change?.kind !== 'add';

/** Opens a memo, or closes it. */
export function turn(memo: ListedMemo, { selected }: Places): void {
  selected.value = selected.value === memo.id ? null : memo.id;
}

/** Opens or closes; by keyboard the focus goes on to the memo where that is beside the list. */
export function openFrom(event: MouseEvent, memo: ListedMemo, { places, wide }: Pick<Page, 'places' | 'wide'>): void {
  turn(memo, places);
  if (event.detail === 0 && places.selected.value && wide.value)
    setTimeout(() => document.getElementById('detail')?.focus());
}

/** Closes the memo and goes back to where it was opened. */
export function shut(memo: ListedMemo, { selected }: Places): void {
  selected.value = null;
  document.getElementById(`open-${memo.id}`)?.focus();
}
