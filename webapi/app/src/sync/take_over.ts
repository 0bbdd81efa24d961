import type { Browser } from '../browser/browser';
import { tabName } from '../browser/tab';
import { erase } from './store/erase';
import { revived } from './store/indexed';
import type { Store } from './store/store';

/** How long the page waits for that, in milliseconds; a frozen tab of an earlier version may block it. */
const patience = 3000;

/** Takes over data of earlier versions of the page; the program for it is loaded only if there may be some. */
export async function takeOverEarlier(browser: Browser, store: Store): Promise<void> {
  try {
    const { localStorage, sessionStorage, indexedDB } = browser;
    if (!(await left(browser))) return;
    const { takeOver } = await import('./store/earlier');
    const from = {
      browser: localStorage,
      tab: sessionStorage,
      tabName: tabName(sessionStorage),
      databases: indexedDB,
      revived,
      erase,
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((done) => (timer = setTimeout(done, patience)));
    await Promise.race([takeOver(from, store), late]).finally(() => clearTimeout(timer));
  } catch {
    // a browser that refuses storage has nothing to take over
  }
}

const earlierItem = /^(unsent\/|familySeen$|draft|edits$|closing$)/;

const namesOf = (items: Storage) => Array.from({ length: items.length }, (_, i) => items.key(i) ?? '');

/** Whether there may be such data; if databases cannot be listed, opening one shows it. */
async function left({ localStorage, sessionStorage, indexedDB }: Browser): Promise<boolean> {
  if ([localStorage, sessionStorage].some((items) => namesOf(items).some((name) => earlierItem.test(name))))
    return true;
  const names = await indexedDB.databases?.();
  return !names || names.some(({ name }) => name === 'voicememo');
}
