import { setMaxListeners } from 'node:events';
import type { TestContext } from 'vitest';
import type { SessionEnd } from '../../src/account/session_end';
import { Display } from '../../src/browser/display';
import { FamilyActions } from '../../src/family/actions';
import { FamilyApi } from '../../src/family/api';
import { NewsTeller } from '../../src/family/tell_news';
import { Arrivals } from '../../src/memos/arrivals';
import { takeLeftovers } from '../../src/memos/leftovers';
import { Named } from '../../src/memos/named';
import { Rescue } from '../../src/memos/rescue';
import { catalogues, type Language } from '../../src/messages';
import { createPage, type Page } from '../../src/page';
import { Api } from '../../src/sync/api';
import type { ListedMemo } from '../../src/sync/changes';
import { type Live, polling } from '../../src/sync/live';
import type { Me, Member, Memo } from '../../src/sync/model';
import { IndexedStore } from '../../src/sync/store/indexed';
import { FakeBrowser, type FakeTab } from './browser';
import { fetchOf, type World } from './fake_http';
import { FakeServer } from './fake_server';
import { turns, until } from './wait';

setMaxListeners(50); // every part of a page listens to its end

/** An event stream or a WebSocket that a test controls. */
export class FakeStream extends EventTarget implements Live {
  readyState = 1;

  constructor(readonly kind: 'events' | 'socket') {
    super();
  }

  close(): void {
    this.readyState = 2;
  }

  /** Sends a message to the page. */
  say(kind: string): void {
    this.dispatchEvent(new Event(kind));
  }
}

/** The dependencies of a test page; absent ones are created, so that pages share nothing. */
export interface Opening {
  world?: World;
  /** The server of the page; that of the world by default. */
  fetcher?: typeof fetch;
  browser?: FakeBrowser;
  address?: string;
  /** An existing tab, such as after a reload. */
  tab?: FakeTab;
  language?: Language;
  clock?: () => number;
}

/** An open page in a test, with its world. */
export interface Open {
  page: Page;
  world: World;
  browser: FakeBrowser;
  tab: FakeTab;
  /** The event streams and the WebSockets that the page has opened. */
  streams: FakeStream[];
  /** The data stored in this browser, read without the page. */
  kept: IndexedStore;
  /** The actions of the family place. */
  family: FamilyActions;
  /** The texts of a list; those with an unsent change have a star. */
  texts(list?: readonly ListedMemo[]): string[];
}

/** A world in which u1 is signed in and the server can be reached. */
export function worldOf(more: Partial<World> = {}): World {
  return { server: new FakeServer(), who: 'u1', reachable: true, live: true, asked: [], ...more };
}

/** Opens a page, which is closed when the test ends. The test starts it. */
export function openPage(t: TestContext, opening: Opening = {}): Open {
  const { world = worldOf(), browser = new FakeBrowser(), language = 'en', clock = () => Date.now() } = opening;
  const tab = opening.tab ?? browser.open(opening.address);
  const streams: FakeStream[] = [];
  const store = new IndexedStore(() => browser.databases);
  const open = (kind: FakeStream['kind']) => () => {
    streams.push(new FakeStream(kind));
    return streams.at(-1)!;
  };
  const page = createPage({
    language,
    t: catalogues[language],
    api: new Api(language, opening.fetcher ?? fetchOf(world)),
    store,
    clock,
    live: { events: open('events'), socket: open('socket'), polling },
    browser: tab.window,
    tabs: tab.tabs(),
    display: new Display(tab.window),
  });
  new NewsTeller(page, catalogues[language]).follow(page.ended);
  takeLeftovers(page, page.ended);
  new Named(page, catalogues[language]).follow(page.ended);
  new Rescue(page, catalogues[language]).follow(page.ended);
  new Arrivals(page, catalogues[language]).follow(page.ended);
  t.onTestFinished(async () => {
    page.close();
    await turns(); // pending work ends before the next test
  });
  return {
    page,
    world,
    browser,
    tab,
    streams,
    kept: new IndexedStore(() => browser.databases),
    family: new FamilyActions({ ...page, api: new FamilyApi(page.api.http) }, catalogues[language]),
    texts: (list = page.lists.memos.value) => list.map((memo) => memo.content + (memo.change ? '*' : '')),
  };
}

/** Opens and starts a page with a person signed in; resolves when the lists are loaded. */
export async function openSignedIn(t: TestContext, opening: Opening = {}): Promise<Open> {
  const open = openPage(t, opening);
  await open.page.start();
  await until(() => open.page.person.session.value === 'in' && open.page.lists.listed.value, 'no person is signed in');
  return open;
}

/** Me as the fake server answers it. */
export function meOf(userId: string, live = false): Me {
  const user: Member = { userId, name: userId, isOwner: true, source: 'google' };
  return { user, family: { id: `family of ${userId}`, name: 'F', members: [user] }, settings: { live } };
}

/** Stores in a browser that u1 was signed in and saw these memos. */
export async function keepSession(kept: IndexedStore, memos: Memo[], me = meOf('u1')): Promise<void> {
  await kept.enter('u1');
  await kept.keep('u1', {
    me,
    pages: [{ cursor: '', limit: 50, nextCursor: '', etag: '"old"', memos }],
    trashPages: [],
    own: new Map(),
    lastSynced: 5,
  });
}

/** Stores in a browser how its last session ended. */
export function noteParting(browser: FakeBrowser, how: Partial<SessionEnd>): void {
  browser.items.set('parting', JSON.stringify({ why: 'signedOut', at: Date.now(), ...how }));
}
