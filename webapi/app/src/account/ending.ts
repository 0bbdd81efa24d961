import { effect } from '@preact/signals';
import type { Clock } from '../browser/clock';
import type { Places } from '../browser/places';
import type { Invites } from '../family/invites';
import type { MemoActions } from '../memos/actions';
import type { Writing } from '../memos/writing';
import type { Notices } from '../messages/notices';
import type { Api } from '../sync/api';
import type { Lists } from '../sync/lists';
import type { Person } from '../sync/person';
import type { Store } from '../sync/store/store';
import type { SessionEnd, SessionEnds } from './session_end';
import type { SignOut } from './sign_out';
import type { Unsent } from './unsent';

/** The dependencies of Ending. */
export interface EndingNeeds {
  api: Pick<Api, 'deleteAccount'>;
  store: Store;
  clock: Clock;
  notices: Notices;
  places: Places;
  person: Person;
  lists: Lists;
  invites: Invites;
  writing: Writing;
  memos: MemoActions;
  sessionEnds: SessionEnds;
  signOut: SignOut;
  unsent: Unsent;
}

/** The ways in which a session ends, and the data of it that stays on this device. */
export class Ending {
  /** Whether the account is being deleted: the session ends before the answer arrives. */
  private deleting = false;

  /** Resolves when no data of the last session can be read here. */
  private away: Promise<void> = Promise.resolve();

  constructor(private readonly needs: EndingNeeds) {}

  /** Clears everything each time a session ends, until the page ends. */
  follow(ended: AbortSignal): void {
    const { session } = this.needs.person;
    ended.addEventListener(
      'abort',
      effect(() => {
        if (session.value === 'out') this.putAway();
      }),
    );
  }

  /**
   * Ends the session that the server does not know. The session of an account that waited for the family that had
   * invited it ends when the family refuses it. The refusal may show in two ways: first the request disappears, then
   * the account.
   */
  over(): void {
    if (this.deleting) return;
    const { clock, invites, person } = this.needs;
    const { me, session } = person;
    const { user, pending } = me.value ?? {};
    const refused = user?.notAdmittedUntil && (pending || invites.turnedAway.value);
    if (session.value === 'in') this.noteEnd({ why: refused ? 'refused' : 'ended', at: clock.time() });
    this.signedOut();
  }

  /** Records how the session ended, and how many texts of all tabs are unsent as soon as they have been read. */
  private noteEnd(how: SessionEnd): void {
    const { sessionEnds, person, unsent } = this.needs;
    sessionEnds.note(how);
    void unsent.of(person.entered).then(({ length }) => {
      if (sessionEnds.last.peek()?.at === how.at) sessionEnds.note({ ...how, unsent: length });
    });
  }

  /** Follows another tab that has ended the session, also while this page was frozen. */
  followTabs(): void {
    if (this.deleting) return;
    const { sessionEnds, signOut, person } = this.needs;
    const { session } = person;
    sessionEnds.reread();
    if (sessionEnds.last.peek() && session.peek() === 'in') this.signedOut();
    else if (sessionEnds.due()) signOut.trySending();
  }

  /**
   * Ends the session on this device, or on every one. The device forgets the person
   * first, also without a network; then the server is notified, as soon as possible. That
   * many unsent texts stay for the person's next session here; with 0 they are lost: the
   * caller has asked.
   */
  signOut(due: 'here' | 'everywhere', kept = 0): Promise<void> {
    return this.leave({ why: 'signedOut', at: this.needs.clock.time(), due, ...(kept && { unsent: kept }) });
  }

  /** Deletes the account on the server, and then its data on this device. */
  async deleteAccount(): Promise<void> {
    this.deleting = true;
    await this.needs.api.deleteAccount().finally(() => (this.deleting = false));
    await this.leave({ why: 'deleted', at: this.needs.clock.time() });
  }

  private async leave(how: SessionEnd): Promise<void> {
    this.needs.sessionEnds.note(how);
    this.signedOut();
    await this.away;
  }

  /** Removes the person and the family's data from this page; unsent changes stay stored. */
  private signedOut(): void {
    const { notices, lists, invites, person } = this.needs;
    person.session.value = 'out';
    person.forget();
    lists.changes.value = [];
    notices.forget();
    lists.forget();
    invites.forget();
  }

  /**
   * Wipes what a session showed after it has ended. Unsent changes stay for the person who made them. If that person
   * did not end the session, the open memo stays the address.
   */
  private putAway(): void {
    const { store, places, person, invites, writing, memos, sessionEnds, signOut } = this.needs;
    const who = person.entered;
    const why = sessionEnds.last.peek()?.why;
    const address = why === 'ended' ? places.wayBack.peek() : '/';
    const all = sessionEnds.leavesNothing();
    person.entered = '';
    memos.box.close();
    if (who) writing.close();
    if (all) invites.dismiss();
    this.away = store.wipe(who, all).then(() => {
      if (who) return signOut.restart(why !== 'signedOut', address); // the server has just notified the others
    });
  }
}
