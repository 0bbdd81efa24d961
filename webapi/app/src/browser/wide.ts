import { type ReadonlySignal, signal } from '@preact/signals';
import type { Browser } from './browser';

/** Follows whether there is room for a memo beside the list; the style sheet has the same number. */
export function wideSignal(browser: Browser, ended: AbortSignal): ReadonlySignal<boolean> {
  const query = browser.matchMedia('(min-width: 900px)');
  const wide = signal(query.matches);
  query.addEventListener('change', () => (wide.value = query.matches), { signal: ended });
  return wide;
}
