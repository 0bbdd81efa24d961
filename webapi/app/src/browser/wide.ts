import { signal } from '@preact/signals';

const query = matchMedia('(min-width: 900px)');

/** Whether there is room for a memo beside the list; the style sheet has the same number. */
export const wide = signal(query.matches);

query.addEventListener('change', () => (wide.value = query.matches));
