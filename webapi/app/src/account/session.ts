import { computed, effect } from '@preact/signals';
import { ApiError } from '../sync/api';
import { hearTabs, store, tellTabs, type Told } from '../browser/tabs';
import { draft } from '../memos/draft';
import { LiveFeed, missesAllowed } from '../sync/live';
import { keepSeen, leaveSight } from '../family/badge';
import { dismissInvite, rememberInvited, takeLink } from '../family/invites';
import { box } from '../memos/actions';
import { followParting, noteParting, parting, rereadParting, signOutDue, type Parting } from './parting';
import { personUnsure, stranger } from '../sync/person';
import { followAddress, settleAddress } from '../browser/places';
import { refreshMe } from '../sync/me';
import { followQuery, query } from '../memos/search';
import { sharedText } from '../browser/share';
import { restart, settleSignOut, trySettling } from './sign_out';
import { keepSnapshots, showSnapshot } from '../sync/snapshot';
import {
  api,
  changes,
  connected,
  deleting,
  explain,
  forgetLists,
  invitation,
  linkToken,
  live,
  me,
  notice,
  now,
  place,
  selected,
  session,
  sessionEnded,
  signedOut,
  wanted,
} from '../sync/lists';
import { followLists, noteAnswer, refresh, takeWait } from '../sync/sync';
import { takeOverEarlier } from '../sync/take_over';
import { closeWriting, keepWriting, openWriting } from '../memos/writing';

/** Milliseconds between two looks at the list while the server answers: beside live events, and without them. */
const lookBesideEvents = 60_000;
const lookWithoutEvents = 30_000;

/** The shortest and the longest pause between two looks while it does not. */
const awayPause = [2000, 30_000] as const;

/** How many of one's own changes the server has not confirmed; a sign-out loses them. */
export const unsent = computed(() => changes.value.length);

/** Whose lists and changes this page shows. */
let entered = '';

let timer: ReturnType<typeof setTimeout> | undefined;
let pause: number = awayPause[0];

const feed = new LiveFeed({
  open: () => new EventSource('/api/events'),
  hello() {
    live.value = 'events';
    void box.wake();
    void look(true);
  },
  changed() {
    void refreshMe().catch(explain);
    void refresh();
  },
  broken(misses) {
    live.value = misses >= missesAllowed ? 'polling' : 'off';
    if (misses === 1) void look();
  },
});

/** Starts the page: shows what was kept, finds out who is there, and keeps up to date from then on. */
export async function start(): Promise<void> {
  rereadParting();
  followParting(heed);
  takeLink();
  takeShared();
  followAddress();
  for (const event of ['focus', 'online']) addEventListener(event, wake);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? wake() : rest()));
  addEventListener('pageshow', (event) => event.persisted && wake());
  addEventListener('hashchange', openLink);
  setInterval(() => (now.value = Date.now()), 1000);
  hearTabs(hear);
  await open();
  keepWriting();
  followSession();
  followLists();
  followQuery();
  keepSnapshots();
  await look(true);
}

/** Shows the last session of this device, before any answer of the server; one that is over not again. */
async function open(): Promise<void> {
  await takeOverEarlier();
  const userId = await store.person();
  if (parting.peek()) {
    await store.wipe(userId, leavesNothing()); // the page may have ended while it did so
    if (signOutDue()) session.value = 'out';
  } else if (userId && (await showSnapshot(userId))) {
    await openWriting(userId);
    await box.open(userId);
    entered = userId;
    session.value = 'in';
    return arrive();
  }
  await openWriting('');
}

/** Opens the live feed while somebody is signed in, and puts everything away when the session ends. */
function followSession(): void {
  effect(() => {
    if (session.value === 'in') return followLive();
    feed.stop();
    if (session.value === 'out') putAway();
  });
  effect(() => {
    if (stranger.value) void look(true);
  });
}

function followLive(): void {
  if (me.value?.settings?.live && document.visibilityState === 'visible') return feed.start();
  feed.stop();
  live.value = me.value ? 'polling' : 'off';
}

/** Whether the session ended so that also what is unsent goes: its person is done with this device. */
const leavesNothing = () => /signedOut|deleted/.test(parting.peek()?.why ?? '');

let away: Promise<void> = Promise.resolve();

/** After a session has ended nobody may read here what it showed. What is unsent waits for its writer. */
function putAway(): void {
  const who = entered;
  const all = leavesNothing();
  entered = '';
  box.close();
  if (who) closeWriting();
  if (all) dismissInvite();
  away = store.wipe(who, all).then(() => {
    if (who) return restart(parting.peek()?.why !== 'signedOut'); // all others were told by the server just now
  });
}

/** Does what another tab has done, also while this page was frozen: it ended the session. */
function heed(): void {
  if (deleting.peek()) return;
  rereadParting();
  if (parting.peek() && session.peek() === 'in') signedOut();
  else if (signOutDue()) trySettling();
}

/** The page is in sight again, or the network is back. */
function wake(): void {
  heed();
  if (signOutDue() || document.visibilityState !== 'visible') return;
  pause = awayPause[0];
  personUnsure();
  if (session.value === 'in') followLive();
  void look(true);
}

/** The page is out of sight: it asks for nothing until it is seen again. */
function rest(): void {
  leaveSight();
  personUnsure();
  clearTimeout(timer);
  feed.stop();
}

/** Looks what is new, and plans the next look. */
export async function look(deep = false): Promise<void> {
  clearTimeout(timer);
  if (signOutDue()) return trySettling();
  if (session.value === 'out' && !deep) return;
  if (document.visibilityState !== 'visible') return;
  const answered = await enter(deep);
  pause = answered ? awayPause[0] : Math.min(pause * 2, awayPause[1]);
  clearTimeout(timer);
  if (session.value === 'out') return;
  const next = !answered ? pause : live.value === 'events' ? lookBesideEvents : lookWithoutEvents;
  timer = setTimeout(() => void look(live.value === 'events'), Math.max(next, takeWait()));
}

/** Finds out who is signed in and what is new; says whether the server answered. */
async function enter(deep: boolean): Promise<boolean> {
  if (deep || session.value !== 'in' || !connected.value || mayChange()) {
    try {
      await identify();
    } catch (e) {
      return refused(e);
    }
  }
  void box.flush();
  return refresh(deep);
}

/** Whether something of the family is expected that only a look at it tells. */
function mayChange(): boolean {
  const person = me.value;
  const mayBeAsked = person?.user.isOwner && (person.settings?.askBeforeJoin || invitation.value);
  return place.value === 'family' || !!person?.pending || !!mayBeAsked;
}

async function identify(): Promise<void> {
  const { user } = await refreshMe();
  if (signOutDue()) return; // since it was asked
  if (session.value === 'in' && entered === user.userId) return;
  if (entered && entered !== user.userId) forgetLists();
  await changeHands(user.userId);
  entered = user.userId;
  await store.enter(user.userId);
  keepSeen();
  await box.open(user.userId);
  noteParting(null);
  session.value = 'in';
  tellTabs({ kind: 'session', userId: user.userId });
  arrive();
}

/** Whoever comes after somebody else in this tab finds nothing of what that person wrote or looked for. */
async function changeHands(userId: string): Promise<void> {
  if (!(await openWriting(userId))) return;
  query.value = { text: '', author: '' };
  selected.value = notice.value = null;
}

function refused(e: unknown): boolean {
  const out = e instanceof ApiError && e.status === 401;
  if (out) sessionEnded();
  else if (session.value === 'loading') session.value = parting.peek() ? 'out' : 'away';
  if (!out) noteAnswer(e);
  return out;
}

/** Puts the address in order after the way in, and asks about an invitation one came with, or for its digits. */
function arrive(): void {
  if (linkToken.value !== null) wanted.value = { inviteToken: linkToken.value };
  else if (location.pathname === '/join') place.value = 'family';
  settleAddress();
}

/** A link that is opened where the page is open already changes the fragment only. */
function openLink(): void {
  takeLink();
  if (session.value === 'in') arrive();
}

/** What another app shares goes before what is being written, and no further. */
function takeShared(): void {
  if (location.pathname !== '/share') return;
  draft.value = [sharedText(location.search), draft.value].filter(Boolean).join(' ');
  history.replaceState(null, '', '/');
}

function hear({ kind, userId, sent }: Told): void {
  const mine = userId === entered;
  if (kind === 'session' && !mine) void look(true);
  if (kind === 'changes' && mine) void box.reread(userId, sent);
  if (kind === 'lists' && mine && live.value !== 'events') void refresh();
}

/** Where the sign-in begins when there is no invitation to carry along. */
export const signInAddress = '/auth/login?return_to=%2F';

/** Begins the sign-in, once the server knows of the last sign-out. */
export async function signIn(): Promise<void> {
  await settleSignOut();
  location.assign(signInAddress);
}

/** The same with the invitation that the page was opened with, which the server keeps for the way back. */
export async function signInInvited(): Promise<void> {
  await settleSignOut();
  const address = await api.beginSignIn(linkToken.value ?? '');
  rememberInvited();
  location.assign(address);
}

/**
 * Ends the session on this device, or on every one. The device forgets the person
 * first, also without a network; then the server is told, as soon as it can be. What
 * is unsent is lost: the caller has asked.
 */
export const signOut = (due: 'here' | 'everywhere'): Promise<void> => leave({ why: 'signedOut', at: Date.now(), due });

/** Deletes the account on the server, and then what this device has of it. */
export async function deleteAccount(): Promise<void> {
  deleting.value = true;
  await api.deleteAccount().finally(() => (deleting.value = false));
  await leave({ why: 'deleted', at: Date.now() });
}

async function leave(how: Parting): Promise<void> {
  noteParting(how);
  signedOut();
  await away;
}
