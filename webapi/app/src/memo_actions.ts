import { ApiError, type Memo } from './api';
import { reload, settle } from './feed';
import { t } from './language';
import { Outbox } from './outbox';
import { refreshMe } from './family_actions';
import { api, connected, explain, me, memberOf, now, own, pages, say, show } from './state';

/** Memos on their way to the server. */
export const outbox = new Outbox({
  addMemo: (content, key) => api.addMemo(content, key),
  storage: localStorage,
  sent(memo) {
    remember(memo);
    say(t.added);
    void refresh(true);
  },
  failed: (error) => say(t.notSent(explain(error))),
});

/** Work on the list happens one at a time. */
let queue: Promise<unknown> = Promise.resolve();

function inTurn<T>(job: () => Promise<T>): Promise<T> {
  const turn = queue.then(job, job);
  queue = turn.catch(() => undefined);
  return turn;
}

/** Brings the list up to date; deep asks for every page again. Says whether the server answered. */
export function refresh(deep = false): Promise<boolean> {
  return inTurn(() => reach(async () => {
    const family = me.value?.family.id;
    const fresh = await reload(pages.value, (cursor, known) => api.memos(cursor, known), deep);
    now.value = Date.now();
    if (outbox.busy && pages.value.length > 0) return; // a memo just sent would show twice
    if (!family || me.value?.family.id !== family) return;
    const changed = fresh !== pages.value;
    pages.value = fresh;
    own.value = settle(own.value, fresh, Date.now());
    if (changed && fresh.some((p) => p.memos.some((m) => !memberOf(m.userId)))) await refreshMe();
  }));
}

/** Loads the next older page. */
export function loadMore(): Promise<boolean> {
  return inTurn(() => reach(async () => {
    const cursor = pages.value.at(-1)?.nextCursor;
    if (!cursor) return;
    const page = await api.memos(cursor);
    pages.value = [...pages.value, { ...page, cursor }];
  }, true));
}

/** Deletes a memo at once, and offers the way back. */
export async function remove(memo: Memo): Promise<void> {
  const gone: Memo = { ...memo, deleted: true, version: memo.version + 1 };
  remember(gone);
  const deleting = api.deleteMemo(memo.id, memo.version);
  show(t.removed, () => void deleting.then(() => restore(gone), () => undefined));
  try {
    await deleting;
    remember(gone);
  } catch (e) {
    forget(memo.id);
    show(explain(e));
  }
  void refresh(true);
}

/** Takes a memo back out of the trash; when that fails it can be tried again. */
async function restore(gone: Memo): Promise<void> {
  remember({ ...gone, deleted: false, version: gone.version + 1 });
  try {
    remember(await api.restoreMemo(gone.id));
    show(t.restored);
  } catch (e) {
    remember(gone);
    show(explain(e), e instanceof ApiError && e.passing ? () => void restore(gone) : undefined);
  }
  void refresh(true);
}

function remember(memo: Memo): void {
  own.value = new Map(own.value).set(memo.id, { memo, at: Date.now() });
}

function forget(id: string): void {
  own.value = new Map([...own.value].filter(([key]) => key !== id));
}

/** Runs a question to the server and keeps account of whether it can be reached. */
async function reach(ask: () => Promise<void>, loud = false): Promise<boolean> {
  try {
    await ask();
    if (!connected.value) say(t.backOnline);
    connected.value = true;
    return true;
  } catch (e) {
    const text = explain(e);
    const lost = e instanceof ApiError && e.passing;
    if (lost && connected.value) say(t.offline);
    if (lost) connected.value = false;
    if (loud || !lost) show(text);
    return false;
  }
}
