import { effect } from '@preact/signals';
import type { Browser } from '../browser/browser';
import { askToPersist } from '../browser/persist';
import type { Lists } from '../sync/lists';

/** Asks the browser to keep what is on this device once there is a memo that the server does not have, until the page ends. */
export function keepAdded({ browser, lists }: { browser: Browser; lists: Lists }, ended: AbortSignal): void {
  const stop = effect(() => {
    if (!lists.changes.value.some(({ kind }) => kind === 'add')) return;
    queueMicrotask(() => stop());
    void askToPersist(browser).catch(() => undefined); // a browser that refuses storage keeps nothing
  });
  ended.addEventListener('abort', () => stop());
}
