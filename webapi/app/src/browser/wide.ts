import { type ReadonlySignal, signal } from '@preact/signals';
import type { Browser } from './browser';

/** Follows whether the window is as wide as a media query says. */
export function matching(browser: Browser, media: string, ended: AbortSignal): ReadonlySignal<boolean> {
  const query = browser.matchMedia(media);
  const matches = signal(query.matches);
  query.addEventListener('change', () => (matches.value = query.matches), { signal: ended });
  return matches;
}

/** Follows whether a memo fits beside the list; the style sheet has the same number. */
export const wideSignal = (browser: Browser, ended: AbortSignal): ReadonlySignal<boolean> =>
  matching(browser, '(min-width: 900px)', ended);
