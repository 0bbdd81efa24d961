import { effect, signal } from '@preact/signals';

const slot = 'draft';

/** What is being written; a reload or a new sign-in in this tab does not lose it. */
export const draft = signal(sessionStorage.getItem(slot) ?? '');

effect(() => {
  if (draft.value) sessionStorage.setItem(slot, draft.value);
  else sessionStorage.removeItem(slot);
});

const writerSlot = 'draftWriter';

/** Says who writes in this tab from now on; false when it was somebody else before, whose draft goes. */
export function writeAs(userId: string): boolean {
  const before = sessionStorage.getItem(writerSlot) ?? userId;
  sessionStorage.setItem(writerSlot, userId);
  if (before !== userId) draft.value = '';
  return before === userId;
}
