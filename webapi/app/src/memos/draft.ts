import { signal } from '@preact/signals';

/** What is being written in this tab; see writing.ts for how it is kept. */
export const draft = signal('');
