import { effect } from '@preact/signals';
import type { Browser } from './browser';

/** Shows a number on the icon of the app where that is possible, and nothing for 0, until the page ends. */
export function followAppBadge(
  { navigator }: Pick<Browser, 'navigator'>,
  count: () => number,
  ended: AbortSignal,
): void {
  if (!navigator.setAppBadge) return;
  const show = (n: number) =>
    void (n > 0 ? navigator.setAppBadge(n) : navigator.clearAppBadge()).catch(() => undefined);
  const stop = effect(() => show(count()));
  ended.addEventListener('abort', stop);
}
