import { signal } from '@preact/signals';
import { ApiError } from '../sync/api';
import { alone } from '../browser/tabs';
import { noteParting, parting, partingKept, rereadParting, signOutDue } from './parting';
import { api, linkToken } from '../sync/lists';

/** The shortest and the longest pause before the server is told again, in milliseconds. */
const pauses = [2000, 60_000] as const;

let pause: number = pauses[0];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the server could not be told of the sign-out when that was tried last. */
export const untold = signal(false);

let settling: Promise<void> | undefined;

/**
 * Tells the server of a sign-out that it does not know of, by one tab of the browser.
 * If that fails it is tried again after a pause, and this call rejects with the ApiError.
 */
export function settleSignOut(): Promise<void> {
  settling ??= settle().finally(() => (settling = undefined));
  return settling;
}

async function settle(): Promise<void> {
  clearTimeout(timer);
  if (!signOutDue()) return;
  try {
    await tellAlone();
    untold.value = false;
    pause = pauses[0];
  } catch (e) {
    untold.value = true;
    timer = setTimeout(trySettling, Math.max(pause, e instanceof ApiError ? e.retryAfter : 0));
    pause = Math.min(pause * 2, pauses[1]);
    throw e;
  }
  if (stale) void restart(true);
}

/** Tells the server of a sign-out if it can be told now, and else later. */
export const trySettling = (): void => void settleSignOut().catch(() => undefined);

/** How long it may take until all tabs read what one of them has written, in milliseconds. */
const spread = 500;

/** Tells the server while no other tab does; those that wait for that find it done. */
function tellAlone(): Promise<void> {
  return new Promise((done, fail) => {
    const job = async () => {
      const sent = await tell();
      done();
      if (sent) await new Promise((later) => setTimeout(later, spread));
    };
    alone('voicememo/sign-out', job).catch(fail);
  });
}

/** Tells the server, unless another tab has; says whether it did. */
async function tell(): Promise<boolean> {
  rereadParting();
  const { due, ...rest } = parting.peek() ?? {};
  if (!due) return false;
  await (due === 'here' ? api.signOut() : api.signOutEverywhere()).catch(unlessOver);
  noteParting(rest as typeof parting.value);
  return true;
}

/** A 401 says that the session was over already. */
function unlessOver(e: unknown): void {
  if (!(e instanceof ApiError && e.status === 401)) throw e;
}

/** Whether this page still has the memory of a session that is over. */
let stale = false;

/**
 * Puts a new page in the place of this one, whose memory nothing of the person may
 * stay in. Offline the service worker has the page; without one this page stays
 * until the server can be reached. An invite link that was opened comes along: the
 * question mark makes the address another one than that of this page.
 */
export async function restart(reachable: boolean): Promise<void> {
  stale = !(reachable || (await shellKept())) || (signOutDue() && !partingKept());
  if (stale) return trySettling();
  location.replace(linkToken.peek() ? `/join?#${linkToken.peek()}` : '/');
}

/** Whether the page can be loaded without the server. */
async function shellKept(): Promise<boolean> {
  const { serviceWorker } = navigator;
  return !!(await serviceWorker?.getRegistration().catch(() => undefined))?.active;
}
