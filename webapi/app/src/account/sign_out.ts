import { signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Tabs } from '../browser/tabs';
import type { Invites } from '../family/invites';
import type { Api } from '../sync/api';
import { ApiError } from '../sync/model';
import type { SessionEnds } from './session_end';

/** The shortest and the longest pause before the next request to sign out, in milliseconds. */
const pauses = [2000, 60_000] as const;

/** How long all tabs may take to read what one of them has written, in milliseconds. */
const spread = 500;

/** The dependencies of SignOut. */
export interface SignOutNeeds {
  api: Pick<Api, 'signOut' | 'signOutEverywhere'>;
  browser: Browser;
  tabs: Pick<Tabs<unknown>, 'alone'>;
  sessionEnds: SessionEnds;
  invites: Invites;
}

/** Sends a pending sign-out to the server, from one tab of the browser. */
export class SignOut {
  /** Whether the last request to sign out failed. */
  readonly failing = signal(false);

  private pause: number = pauses[0];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | undefined;
  private closed = false;

  /** Whether this page still has data of a session that is over in its memory. */
  private stale = false;

  constructor(private readonly needs: SignOutNeeds) {}

  /** Sends the sign-out. After a failure it is sent again after a pause, and this call rejects with the ApiError. */
  send(): Promise<void> {
    this.sending ??= this.sendNow().finally(() => (this.sending = undefined));
    return this.sending;
  }

  /** Sends a pending sign-out to the server now, or later if that fails. */
  trySending = (): void => void this.send().catch(() => undefined);

  /**
   * Replaces this page by a new one, so that its memory keeps nothing of the person. Offline the service worker has the
   * page; without one this page stays until the server can be reached. The new page has the address `path`, and the
   * invite link if one was opened: the question mark makes its address differ from that of this page.
   */
  async restart(reachable: boolean, address = '/'): Promise<void> {
    const { browser, sessionEnds, invites } = this.needs;
    const { linkToken } = invites;
    this.stale = !(reachable || (await shellKept(browser))) || (sessionEnds.due() && !sessionEnds.kept);
    if (this.stale) return this.trySending();
    browser.location.replace(linkToken.peek() ? `/join?#${linkToken.peek()}` : address);
  }

  /** Cancels the next attempt. */
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async sendNow(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.needs.sessionEnds.due()) return;
    try {
      await this.tellAlone();
      this.failing.value = false;
      this.pause = pauses[0];
    } catch (e) {
      this.failing.value = true;
      if (!this.closed)
        this.timer = setTimeout(this.trySending, Math.max(this.pause, e instanceof ApiError ? e.retryAfter : 0));
      this.pause = Math.min(this.pause * 2, pauses[1]);
      throw e;
    }
    if (this.stale) void this.restart(true);
  }

  /** Sends the sign-out while no other tab does; tabs that waited find it sent. */
  private tellAlone(): Promise<void> {
    return new Promise((done, fail) => {
      const job = async () => {
        const sent = await this.tell();
        done();
        if (sent) await new Promise((later) => setTimeout(later, spread));
      };
      this.needs.tabs.alone('voicememo/sign-out', job).catch(fail);
    });
  }

  /** Sends the sign-out, unless another tab has; returns whether it did. */
  private async tell(): Promise<boolean> {
    const { api, sessionEnds } = this.needs;
    sessionEnds.reread();
    const last = sessionEnds.last.peek();
    if (!last?.due) return false;
    const { due, ...rest } = last;
    await (due === 'here' ? api.signOut() : api.signOutEverywhere()).catch(unlessOver);
    sessionEnds.note(rest);
    return true;
  }
}

/** A 401 says that the session was over already. */
function unlessOver(e: unknown): void {
  if (!(e instanceof ApiError && e.status === 401)) throw e;
}

/** Whether the page can be loaded without the server. */
async function shellKept({ navigator }: Browser): Promise<boolean> {
  return !!(await navigator.serviceWorker?.getRegistration().catch(() => undefined))?.active;
}
