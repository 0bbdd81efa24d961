import { signal } from '@preact/signals';
import { Closing } from './account/closing';
import { Ending } from './account/ending';
import { Session } from './account/session';
import { SessionEnds } from './account/session_end';
import { SignOut } from './account/sign_out';
import { Unsent } from './account/unsent';
import type { Browser } from './browser/browser';
import { Clock } from './browser/clock';
import type { Display } from './browser/display';
import { Install } from './browser/install';
import { Places } from './browser/places';
import type { Tabs } from './browser/tabs';
import { wideSignal } from './browser/wide';
import { Badge } from './family/badge';
import { Invites } from './family/invites';
import { MemoActions } from './memos/actions';
import { Edits } from './memos/edits';
import { List } from './memos/list';
import { Search } from './memos/search';
import { Seen } from './memos/seen';
import { Writing } from './memos/writing';
import type { Messages } from './messages';
import { Notices } from './messages/notices';
import type { Language } from './messages/pick';
import type { Api } from './sync/api';
import { Connection } from './sync/connection';
import { Lists } from './sync/lists';
import type { LiveWays } from './sync/live';
import { Person } from './sync/person';
import { Snapshots } from './sync/snapshot';
import type { Store } from './sync/store/store';
import { SturdyStore } from './sync/store/sturdy';
import { Sync } from './sync/sync';
import type { TabMessage } from './sync/tab_message';

/** The dependencies of a page. Two pages that share none of them do not affect each other. */
export interface PageNeeds {
  /** The reader's language, fixed for the life of the page, and the sentences in it. */
  language: Language;
  t: Messages;
  /** The server, asked in that language. */
  api: Api;
  /** The store of this device. If it refuses, the page says so once and continues in memory. */
  store: Store;
  /** The time in Unix milliseconds. */
  clock(): number;
  /** The ways in which the page learns of changes. */
  live: LiveWays;
  browser: Browser;
  tabs: Tabs<TabMessage>;
  /** The person's display choices on this device. */
  display: Display;
}

/** A page: its parts, each of which owns its signals. */
export interface Page extends ReturnType<typeof createPage> {}

/** Makes a page. It shows and requests nothing before it is started, and nothing after it is closed. */
export function createPage(needs: PageNeeds) {
  const life = new AbortController();
  const parts = partsOf(needs, life.signal);
  const { api, badge, memos, seen, session, signOut, tabs } = parts;
  return {
    ...parts,
    /** Whether the list of keyboard shortcuts is open. */
    shortcuts: signal(false),
    /** Whether the menu of the family is open. */
    familyMenu: signal(false),
    /** Whether the person has asked, outside the family's place, to invite a person. */
    inviting: signal(false),
    /** Whether a newer version of the page waits for a reload. */
    updateWaiting: signal(false),
    /** Shows the stored lists, finds out who is signed in, and keeps the lists up to date from then on. */
    start: (): Promise<void> => {
      badge.follow(life.signal);
      seen.follow(life.signal);
      memos.follow(life.signal);
      return session.start(life.signal);
    },
    /** Aborted when the page ends. */
    ended: life.signal,
    /** Ends the page: it listens to nothing and plans nothing more. */
    close() {
      life.abort();
      api.http.close();
      tabs.close();
      memos.box.close();
      signOut.close();
    },
  };
}

/** Makes the parts of a page, which run until it has ended. */
function partsOf(needs: PageNeeds, ended: AbortSignal) {
  const ground = groundOf(needs);
  const { browser, clock, store, invites, sessionEnds } = ground;
  const connection = new Connection({ ...ground, over: () => ending.over() });
  const person: Person = new Person({
    ...ground,
    connection,
    signOutDue: () => sessionEnds.due(),
    moved(userId) {
      lists.forget();
      ground.notices.acts.forget();
      invites.invitation.value = null;
      void store.wipe('', false).then(() => store.enter(userId)); // of the former family, also on this device's disk
    },
    answered: (before, after) => seen.learn(before, after),
  });
  const lists = new Lists(person.me, ground.clock);
  const shared = { ...ground, connection, person, lists };
  const sync = new Sync(shared);
  const badge = new Badge(shared);
  const edits = new Edits();
  const snapshots = new Snapshots(shared);
  const memos = new MemoActions({ ...shared, sync, snapshots, edits });
  const search = new Search(shared);
  const seen: Seen = new Seen(shared);
  const list = new List({ ...shared, search, seen, edits }, ended);
  const closing = new Closing(clock);
  const writing = new Writing({ ...shared, edits, closing: closing.since });
  const signOut = new SignOut(shared);
  const unsent = new Unsent({ ...shared, writing });
  const ending: Ending = new Ending({ ...shared, writing, memos, signOut, unsent });
  const session = new Session({ ...shared, sync, snapshots, badge, memos, search, writing, signOut, ending });
  const install = new Install(browser, ended);
  return {
    ...shared,
    sync,
    badge,
    memos,
    search,
    seen,
    list,
    cursor: list.cursor,
    edits,
    closing,
    signOut,
    unsent,
    ending,
    session,
    install,
    wide: wideSignal(browser, ended),
  };
}

/** Makes the parts that the others depend on, besides the dependencies of the page itself. */
function groundOf(needs: PageNeeds) {
  const { t, browser, clock } = needs;
  const notices = new Notices(clock);
  return {
    ...needs,
    clock: new Clock(clock),
    notices,
    store: new SturdyStore(needs.store, () => notices.fact({ text: t.notKept, ofDevice: true })),
    places: new Places(browser),
    invites: new Invites(browser),
    sessionEnds: new SessionEnds(browser),
    /** The draft of a new memo in this tab. */
    draft: signal(''),
    /** Whether several lines have been inserted at once, about which the person is asked. */
    pasted: signal(false),
  };
}
