import { signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Invitation, InviteRef } from '../sync/model';

/** The tokens of links. Those of earlier versions are expired five minutes after an upgrade. */
const present = /^[\w-]{22}$/;
const earlier = /^[\w-]+\.[\w-]{22}$/;

/** The storage key of this tab that records a sign-in with an invitation. */
const slot = 'invited';

/** The family's own invitation, and the invitation that the page was opened with. */
export class Invites {
  /** The family's invitation while it is valid. */
  readonly invitation = signal<Invitation | null>(null);

  /** The invitation that waits for a yes or no. */
  readonly wanted = signal<InviteRef | null>(null);

  /** The digits in the field for a code. */
  readonly digits = signal('');

  /** Whether the person's last request to join was refused or expired. */
  readonly turnedAway = signal(false);

  /** The token of the invite link that the page was opened with: "" if the link is damaged, null if there was none. */
  readonly linkToken = signal<string | null>(null);

  constructor(private readonly browser: Browser) {}

  /**
   * Takes the token of an invite link out of the address, so that no entry of the history has it; it is in memory only.
   */
  takeLink(): void {
    const { location, history } = this.browser;
    if (location.pathname !== '/join') return;
    const given = location.hash.slice(1) || this.earlierToken();
    if (location.hash || location.search) history.replaceState(null, '', '/join');
    if (given) this.linkToken.value = present.test(given) || earlier.test(given) ? given : '';
  }

  /** Forgets the invitation that waits for an answer, and the link that the page was opened with. */
  dismiss(): void {
    this.wanted.value = null;
    this.linkToken.value = null;
  }

  /** Forgets what belonged to the person; the link that the page was opened with stays. */
  forget(): void {
    this.invitation.value = null;
    this.digits.value = '';
    this.turnedAway.value = false;
  }

  /** Records for this tab that the sign-in that begins carries an invitation. */
  rememberInvited(): void {
    try {
      this.browser.sessionStorage.setItem(slot, 'yes');
    } catch {
      // without storage the message of a refusal is general
    }
  }

  /** Whether the sign-in just completed carried an invitation; true only once. */
  takeInvited(): boolean {
    try {
      const { sessionStorage } = this.browser;
      const invited = sessionStorage.getItem(slot) !== null;
      sessionStorage.removeItem(slot);
      return invited;
    } catch {
      return false;
    }
  }

  /** The token in the address of an earlier version's link; "" for none. */
  private earlierToken(): string {
    const given = new URLSearchParams(this.browser.location.search).get('token') ?? '';
    return earlier.test(given) ? given : '';
  }
}
