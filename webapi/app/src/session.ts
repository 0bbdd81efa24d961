import { ApiError } from './api';
import { draft } from './draft';
import { dismissTicket, inviteToken, refreshMe } from './family_actions';
import { outbox, refresh } from './memo_actions';
import { api, connected, familyOpen, now, session, signedOut, ticket } from './state';

/** Milliseconds between two looks at the list, while the server answers and the page is seen. */
const lookEvery = 3000;

/** The longest pause between two looks while it does not. */
const lookAtLeastEvery = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let pause = lookEvery;

/** Starts the page: finds out who is there, and keeps up to date from then on. */
export function start(): void {
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    if (session.value === 'in') outbox.retryPassing();
    void look(true);
  };
  document.addEventListener('visibilitychange', wake);
  addEventListener('focus', wake);
  addEventListener('online', wake);
  setInterval(() => (now.value = Date.now()), 1000);
  void look(true);
}

/** Looks what is new, and plans the next look. */
export async function look(deep = false): Promise<void> {
  clearTimeout(timer);
  if (session.value === 'out' && !deep) return;
  if (document.visibilityState === 'visible') {
    const answered = session.value === 'in' ? await lookAtFamily(deep) : await enter();
    pause = answered ? lookEvery : Math.min(pause * 2, lookAtLeastEvery);
  }
  clearTimeout(timer);
  if (session.value !== 'out') timer = setTimeout(() => void look(), pause);
}

async function lookAtFamily(deep: boolean): Promise<boolean> {
  const wasConnected = connected.value;
  if (deep || familyOpen.value) await refreshMe().catch(() => undefined);
  const answered = await refresh(deep);
  if (answered && !wasConnected) outbox.retryPassing();
  return answered;
}

/** Finds out who is signed in; says whether the server answered. */
async function enter(): Promise<boolean> {
  try {
    const { user } = await refreshMe();
    session.value = 'in';
    outbox.open(user.userId);
    outbox.retryPassing();
    const token = inviteToken();
    if (token) ticket.value = { inviteToken: token };
    if (location.pathname !== '/' || location.search) history.replaceState(null, '', '/');
    return await refresh();
  } catch (e) {
    const refused = e instanceof ApiError && e.status === 401;
    if (refused) session.value = 'out';
    else if (session.value === 'loading') session.value = 'away';
    return refused;
  }
}

/** Where the sign-in begins; an invitation that the page was opened with is kept. */
export function signInAddress(): string {
  const token = inviteToken();
  if (!token) return '/auth/login?return_to=%2F';
  const back = `/join?token=${encodeURIComponent(token)}`;
  return `/auth/login?${new URLSearchParams({ return_to: back, invite: token })}`;
}

/** Ends the session on this device. */
export async function signOut(): Promise<void> {
  await api.signOut();
  draft.value = '';
  dismissTicket();
  signedOut();
}
