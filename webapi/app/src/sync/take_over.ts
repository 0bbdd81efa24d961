import { store } from '../browser/tabs';
import { erase } from './store/erase';
import { revived } from './store/indexed';
import { tabName } from '../browser/tab';

/** How long the page waits for that, in milliseconds; a frozen tab of an earlier version may hold it up. */
const patience = 3000;

/** Takes over what earlier versions of the page left in this browser; that program is loaded only where there is something. */
export async function takeOverEarlier(): Promise<void> {
  try {
    if (!(await left())) return;
    const { takeOver } = await import('./store/earlier');
    const done = takeOver({ browser: localStorage, tab: sessionStorage, tabName: tabName(), revived, erase }, store);
    await Promise.race([done, new Promise((late) => setTimeout(late, patience))]);
  } catch {
    // a browser that refuses storage has nothing to take over
  }
}

const earlierItem = /^(unsent\/|familySeen$|draft|edits$|closing$)/;

const namesOf = (items: Storage) => Array.from({ length: items.length }, (_, i) => items.key(i) ?? '');

/** Whether there may be something; where databases cannot be listed, that is found out by opening. */
async function left(): Promise<boolean> {
  if ([localStorage, sessionStorage].some((items) => namesOf(items).some((name) => earlierItem.test(name)))) return true;
  const names = await indexedDB.databases?.();
  return !names || names.some(({ name }) => name === 'voicememo');
}
