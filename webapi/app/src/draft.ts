import { effect, signal } from '@preact/signals';

const slot = 'draft';

/** What is being written; a reload or a new sign-in in this tab does not lose it. */
export const draft = signal(sessionStorage.getItem(slot) ?? '');

effect(() => {
  if (draft.value) sessionStorage.setItem(slot, draft.value);
  else sessionStorage.removeItem(slot);
});
