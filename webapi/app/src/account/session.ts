import { effect, type Signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Clock } from '../browser/clock';
import type { Places } from '../browser/places';
import { sharedText } from '../browser/share';
import { signedInHint } from '../browser/signed_in';
import type { Tabs } from '../browser/tabs';
import type { Badge } from '../family/badge';
import type { Invites } from '../family/invites';
import type { MemoActions } from '../memos/actions';
import type { Search } from '../memos/search';
import type { Writing } from '../memos/writing';
import type { Notices } from '../messages/notices';
import type { Api } from '../sync/api';
import type { Connection } from '../sync/connection';
import type { Lists } from '../sync/lists';
import { LiveFeed, type LiveWays, missesAllowed } from '../sync/live';
import { ApiError } from '../sync/model';
import type { Person } from '../sync/person';
import type { Snapshots } from '../sync/snapshot';
import type { Store } from '../sync/store/store';
import type { Sync } from '../sync/sync';
import type { TabMessage } from '../sync/tab_message';
import { takeOverEarlier } from '../sync/take_over';
import type { Ending } from './ending';
import type { SessionEnds } from './session_end';
import type { SignOut } from './sign_out';

/** The shortest and the longest pause between two attempts while the server does not answer, in milliseconds. */
const awayPause = [2000, 30_000] as const;

/** The address of the sign-in without an invitation, up to the path to return to. */
const signInAddress = '/auth/login?return_to=';

/** The dependencies of Session. */
export interface SessionNeeds {
  api: Pick<Api, 'beginSignIn' | 'http'>;
  browser: Browser;
  store: Store;
  tabs: Tabs<TabMessage>;
  /** The ways in which the page learns of changes. */
  live: LiveWays;
  clock: Clock;
  places: Places;
  notices: Notices;
  connection: Connection;
  person: Person;
  lists: Lists;
  sync: Sync;
  snapshots: Snapshots;
  badge: Badge;
  invites: Invites;
  memos: MemoActions;
  search: Search;
  /** The draft of a new memo in this tab, and whether several lines were inserted at once. */
  draft: Signal<string>;
  pasted: Signal<boolean>;
  writing: Writing;
  sessionEnds: SessionEnds;
  signOut: SignOut;
  ending: Ending;
}

/** The page's session: it finds out who is signed in, and keeps the lists up to date. */
export class Session {
  private readonly feed: LiveFeed;

  /** The live connection that the server offers. */
  private way: 'socket' | 'events' | undefined;

  /** The planned attempt after the server did not answer, or asked the page to wait. */
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pause: number = awayPause[0];
  private ended = false;

  /** Whether this device's data has been read. Before that the server is not asked who is signed in. */
  private opened = false;

  /** Whether the stream was opened together with a request for the list, so that hello needs no other request. */
  private together = false;

  /** Ends the hidden page's live connection, while there is one. */
  private hush: (() => void) | undefined;

  /** Whether this page waits for its turn to listen while hidden. */
  private queued = false;

  /** The refresh that began when the page became visible, which several events report. */
  private waking: Promise<void> | undefined;

  constructor(private readonly needs: SessionNeeds) {
    const { connection, live, memos, person, sync } = needs;
    this.feed = new LiveFeed({
      ...live,
      open: (again) => this.way && live[this.way](needs, again),
      hello: (again) => {
        connection.live.value = 'events';
        void memos.box.wake();
        if (again && this.inSight()) void this.look(true);
        else sync.recheck(this.together); // the list was asked for before the stream, or with it
        this.together = false;
      },
      changed: () => {
        void person.refresh().catch((e) => connection.explain(e));
        void sync.refresh();
      },
      look: () => {
        if (!this.timer) void this.look();
      },
      broken: (misses) => {
        connection.live.value = misses >= missesAllowed ? 'polling' : 'off';
        if (misses === 1) void this.look();
      },
    });
  }

  /** Starts the page: shows the stored lists, finds out who is signed in, and keeps the lists up to date until the page ends. */
  async start(ended: AbortSignal): Promise<void> {
    const { browser, store, tabs, places, sync, snapshots, invites, search, writing, sessionEnds, ending } = this.needs;
    sessionEnds.reread();
    sessionEnds.follow(() => ending.followTabs(), ended);
    invites.takeLink();
    this.takeShared();
    places.follow(ended);
    this.listen(ended);
    tabs.hear((message) => this.hear(message));
    await takeOverEarlier(browser, store);
    await this.open();
    if (ended.aborted) return;
    this.opened = true;
    writing.follow(ended);
    ending.follow(ended);
    this.together = this.needs.person.session.value === 'in';
    this.follow(ended);
    sync.follow(ended);
    search.follow(ended);
    snapshots.follow(ended);
    await this.look(true);
  }

  /** Asks the server for changes, and again after a pause if it does not answer. */
  async look(deep = false): Promise<void> {
    const { connection, person, sessionEnds, signOut } = this.needs;
    const { session } = person;
    this.rested();
    if (this.ended || !this.opened) return;
    if (sessionEnds.due()) return signOut.trySending();
    if (session.value === 'out' && !deep) return;
    if (!this.inSight()) return;
    const answered = await this.enter(deep);
    this.pause = answered ? awayPause[0] : Math.min(this.pause * 2, awayPause[1]);
    this.rested();
    const wait = Math.max(answered ? 0 : this.pause, connection.takeWait());
    if (wait && !this.ended && session.value !== 'out') this.timer = setTimeout(() => void this.look(), wait);
  }

  /** The address of the sign-in. It returns to the memo about to open. */
  signInAddress(): string {
    return signInAddress + encodeURIComponent(this.needs.places.wayBack.value);
  }

  /** Begins the sign-in, after the server has received the last sign-out. */
  signIn = async (): Promise<void> => {
    const { browser, signOut } = this.needs;
    await signOut.send();
    browser.location.assign(this.signInAddress());
  };

  /** Begins it with the invitation that the page was opened with, which the server keeps until the person returns. */
  signInInvited = async (): Promise<void> => {
    const { api, browser, invites, signOut } = this.needs;
    await signOut.send();
    const address = await api.beginSignIn(invites.linkToken.value ?? '');
    invites.rememberInvited();
    browser.location.assign(address);
  };

  /** Shows the last session of this device before the server answers, unless it has ended. */
  private async open(): Promise<void> {
    const { store, person, snapshots, badge, memos, writing, sessionEnds } = this.needs;
    const userId = await store.person();
    if (sessionEnds.last.peek()) {
      await store.wipe(userId, sessionEnds.leavesNothing()); // the page may have ended meanwhile
      if (sessionEnds.due()) person.session.value = 'out';
    } else if (userId) {
      await badge.restore(userId);
      if (await snapshots.show(userId)) {
        await writing.open(userId);
        if (this.ended) return;
        await memos.box.open(userId);
        person.entered = userId;
        person.session.value = 'in';
        return this.arrive();
      }
    }
    await writing.open('');
  }

  /** Opens the live feed while a person is signed in, until the page ends. */
  private follow(ended: AbortSignal): void {
    const { session, stranger } = this.needs.person;
    ended.addEventListener(
      'abort',
      effect(() => {
        if (session.value === 'in') return this.followLive();
        this.feed.stop();
      }),
    );
    ended.addEventListener(
      'abort',
      effect(() => {
        if (stranger.value) void this.look(true);
      }),
    );
  }

  private followLive(): void {
    const { connection, person } = this.needs;
    const { live, settings } = person.me.value ?? {};
    const before = this.way;
    this.way = live ? 'socket' : settings?.live ? 'events' : undefined;
    const hears = this.inSight() || this.hush;
    if (!hears || this.way !== before) this.feed.stop();
    if (!hears || !this.way) connection.live.value = settings ? 'polling' : 'off';
    if (hears && settings) this.feed.start();
  }

  /** Listens to the browser until the page ends. */
  private listen(ended: AbortSignal): void {
    const { browser, clock } = this.needs;
    const until = { signal: ended };
    for (const event of ['focus', 'online']) browser.addEventListener(event, () => this.wake(), until);
    browser.document.addEventListener('visibilitychange', () => (this.inSight() ? this.wake() : this.rest()), until);
    browser.addEventListener('pageshow', (event) => event.persisted && this.wake(), until);
    browser.addEventListener('hashchange', () => this.openLink(), until);
    const ticks = setInterval(() => clock.tick(), 1000);
    ended.addEventListener('abort', () => {
      this.ended = true;
      this.hush?.();
      clearInterval(ticks);
      clearTimeout(this.timer);
      this.feed.stop();
    });
  }

  /** The page is visible again, or the network is back. */
  private wake(): void {
    const { person, sessionEnds, ending } = this.needs;
    ending.followTabs();
    if (sessionEnds.due() || !this.inSight()) return;
    this.hush?.();
    this.pause = awayPause[0];
    person.unsure();
    this.together = person.session.value === 'in';
    if (this.together) this.followLive();
    this.waking ??= this.look(true).finally(() => (this.waking = undefined));
  }

  /** The page is hidden: it requests nothing by itself until it is visible again. */
  private rest(): void {
    const { badge, browser, person } = this.needs;
    badge.leaveSight();
    person.unsure();
    clearTimeout(this.timer);
    this.feed.stop();
    if (browser.matchMedia('(hover: hover)').matches && browser.navigator.locks) void this.overhear();
  }

  /** Listens while hidden, for the tab's title: on a computer, and in one tab (browsers limit connections). */
  private async overhear(): Promise<void> {
    const { person, tabs } = this.needs;
    if (this.queued) return;
    this.queued = true;
    await tabs.alone('voicememo/out of sight', async () => {
      this.queued = false;
      if (this.ended || this.inSight() || person.session.peek() !== 'in') return;
      await new Promise<void>((done) => {
        this.hush = done;
        this.followLive();
      });
      this.hush = undefined;
    });
  }

  private rested(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private inSight(): boolean {
    return this.needs.browser.document.visibilityState === 'visible';
  }

  /** Finds out who is signed in and what is new; reports whether the server answered. */
  private async enter(deep: boolean): Promise<boolean> {
    const { browser, connection, person, memos, sync, ending } = this.needs;
    const { session } = person;
    if (session.value !== 'in' && !signedInHint(browser.document.cookie)) {
      if (session.value !== 'out') ending.over(); // without a request whose refusal the browser would log as an error
      return true;
    }
    const early = deep && /in|loading/.test(session.value) ? sync.begin() : undefined;
    if (deep || session.value !== 'in' || !connection.connected.value || this.mayChange()) {
      try {
        await this.identify();
      } catch (e) {
        return this.refused(e);
      }
    }
    void memos.box.flush();
    return sync.refresh(deep, early);
  }

  /** Whether a change of the family is expected that only polling shows. */
  private mayChange(): boolean {
    const { places, invites, person } = this.needs;
    const { me } = person;
    const mayBeAsked = me.value?.user.isOwner && (me.value.settings?.askBeforeJoin || invites.invitation.value);
    return places.place.value === 'family' || !!me.value?.pending || !!mayBeAsked;
  }

  private async identify(): Promise<void> {
    const { store, tabs, person, lists, invites, badge, memos, sessionEnds } = this.needs;
    const { userId } = (await person.refresh()).user;
    if (this.over()) return; // since it was asked
    if (person.session.value === 'in' && person.entered === userId) return;
    if (person.entered && person.entered !== userId) {
      lists.forget();
      invites.invitation.value = null;
    }
    await this.changeHands(userId);
    person.entered = userId;
    await store.enter(userId);
    badge.keep();
    if (this.over()) return;
    await memos.box.open(userId);
    sessionEnds.note(null);
    person.session.value = 'in';
    tabs.tell({ kind: 'session', userId });
    this.arrive();
  }

  /** Whether the page or the session has ended while the person was identified. */
  private over(): boolean {
    return this.ended || !this.needs.person.me.peek() || this.needs.sessionEnds.due();
  }

  /** Clears the drafts and the search of the tab's previous person, if there was one. */
  private async changeHands(userId: string): Promise<void> {
    const { places, notices, search, writing } = this.needs;
    if (!(await writing.open(userId))) return;
    search.forget();
    places.selected.value = null;
    notices.forget();
  }

  private refused(e: unknown): boolean {
    const { connection, person, sessionEnds, ending } = this.needs;
    const { session } = person;
    const out = e instanceof ApiError && e.status === 401;
    if (out) ending.over();
    else if (session.value === 'loading') session.value = sessionEnds.last.peek() ? 'out' : 'away';
    if (!out) connection.noteFailure(e);
    return out;
  }

  /** Normalises the address after the sign-in, and opens the question about an invitation, or the form for its digits. */
  private arrive(): void {
    const { browser, places, invites } = this.needs;
    if (invites.linkToken.value !== null) invites.wanted.value = { inviteToken: invites.linkToken.value };
    else if (browser.location.pathname === '/join') places.place.value = 'family';
    places.tidy();
  }

  /** A link that is opened while the page is already open only changes the fragment. */
  private openLink(): void {
    const { invites, person } = this.needs;
    invites.takeLink();
    if (person.session.value === 'in') this.arrive();
  }

  /** Inserts a text shared by another app before the draft, without sending it. */
  private takeShared(): void {
    const { draft, pasted, browser } = this.needs;
    const { location, history } = browser;
    if (location.pathname !== '/share') return;
    const shared = sharedText(location.search);
    pasted.value = shared.includes('\n');
    draft.value = [shared, draft.value].filter(Boolean).join(pasted.value ? '\n' : ' ');
    history.replaceState(null, '', '/');
  }

  private hear({ kind, userId, sent }: TabMessage): void {
    const { connection, person, memos, sync } = this.needs;
    const mine = userId === person.entered;
    if (kind === 'session' && !mine) void this.look(true);
    if (kind === 'changes' && mine) void memos.box.reread(userId, sent);
    if (kind === 'lists' && mine && connection.live.value !== 'events') void sync.refresh();
  }
}
