import type { Sent } from '../sync/changes_box';
import { t } from '../messages/words';
import { show } from '../sync/lists';
import { IndexedStore } from '../sync/store/indexed';
import { SturdyStore } from '../sync/store/sturdy';

/** What this device keeps. Where the browser refuses, that is said once. */
export const store = new SturdyStore(new IndexedStore(), () => show(t.notKept));

/** What tabs tell each other: that changes, lists or the session of a person are others now. */
export interface Told {
  kind: 'changes' | 'lists' | 'session';
  userId: string;
  /** The memo that has come of an unsent one. */
  sent?: Sent;
}

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('voicememo') : null;

/** Tells the other tabs of this browser that something has changed. */
export function tellTabs(told: Told): void {
  channel?.postMessage(told);
}

/** Hears what other tabs tell. */
export function hearTabs(hear: (told: Told) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<Told>) => hear(event.data));
}

/** Runs a job while no other tab runs one of that name; without Web Locks, at once. */
export async function alone(name: string, job: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(name, job);
  else await job(); // not over https
}
