import { computed, effect } from '@preact/signals';
import { ApiError, type MemoFilter } from './api';
import { nextLimit, reload, settle, type FetchPage, type LoadedPage } from './feed';
import { refreshMe } from './me';
import { t } from '../messages/words';
import { api, changes, connected, explain, lastSynced, me, memberOf, now, own, pages, place, say, show, trashListed, trashPages } from './lists';

/** Pages that are asked for again at a hint, and when the page comes back into sight. */
const hintDepth = 3;
const deepDepth = 20;

/** Work on the lists happens one at a time. */
let queue: Promise<unknown> = Promise.resolve();
let planned: { deep: boolean; done: Promise<boolean> } | undefined;

function inTurn<T>(job: () => Promise<T>): Promise<T> {
  const turn = queue.then(job, job);
  queue = turn.catch(() => undefined);
  return turn;
}

/**
 * Brings the lists up to date; deep goes further down and looks into the trash.
 * Says whether the server answered. Many calls at a time become one.
 */
export function refresh(deep = false): Promise<boolean> {
  if (planned) {
    planned.deep ||= deep;
    return planned.done;
  }
  const done = inTurn(() => {
    const wanted = planned?.deep ?? deep;
    planned = undefined;
    return reach(() => readLists(wanted));
  });
  planned = { deep, done };
  return done;
}

async function readLists(deep: boolean): Promise<void> {
  const family = me.value?.family.id;
  if (!family) return;
  const fresh = await reload(pages.value, fetcher({}), deep ? deepDepth : hintDepth);
  const sending = changes.value.some((c) => c.kind === 'add' && c.state === 'sending');
  if (me.value?.family.id !== family) return;
  if (!sending || pages.value.length === 0) pages.value = fresh; // a memo just being sent would show twice
  const wanted = deep || place.value === 'trash' || !trashListed.value;
  const thrown = wanted ? await reload(trashPages.value, fetcher({ deleted: true }), deep ? deepDepth : 1) : trashPages.value;
  if (me.value?.family.id !== family) return;
  trashPages.value = thrown;
  own.value = settle(own.value, [...pages.value, ...thrown], Date.now());
  now.value = lastSynced.value = Date.now();
  if (fresh.some((p) => p.memos.some((m) => !memberOf(m.userId)))) await meetAuthors(fresh);
}

/** Authors who were not known although the members were read again: they have left. */
let strangers = '';

async function meetAuthors(fresh: readonly LoadedPage[]): Promise<void> {
  const unknown = () => [...new Set(fresh.flatMap((p) => p.memos.map((m) => m.userId)))].filter((id) => !memberOf(id)).join();
  if (unknown() === strangers) return;
  await refreshMe();
  strangers = unknown();
}

const fetcher = (filter: MemoFilter): FetchPage => (cursor, limit, known) => api.memos(cursor, known, { ...filter, limit });

/** Loads the next older page. */
export const loadMore = (): Promise<boolean> => more(pages, {});

/** Loads the next page of the trash. */
export const loadMoreTrash = (): Promise<boolean> => more(trashPages, { deleted: true });

function more(list: typeof pages, filter: MemoFilter): Promise<boolean> {
  return inTurn(() => reach(async () => {
    const cursor = list.value.at(-1)?.nextCursor;
    if (!cursor) return;
    const family = me.value?.family.id;
    const page = await api.memos(cursor, undefined, { ...filter, limit: nextLimit });
    if (me.value?.family.id === family) list.value = [...list.value, { ...page, cursor, limit: nextLimit }];
  }, true));
}

/** Takes note of whether the server can be reached, and tells when that changes. */
export function noteConnection(reached: boolean): void {
  if (reached === connected.value) return;
  connected.value = reached;
  say(reached ? t.backOnline : t.offline);
}

/** For how long the server wants not to be asked, in milliseconds, since it last refused to answer. */
let wait = 0;

/** How long one must wait before the next question; asked again, 0. */
export function takeWait(): number {
  const ms = wait;
  wait = 0;
  return ms;
}

/** Takes note of a question that was not answered as one wanted: whether the server was reached, and how long it wants to rest. */
export function noteAnswer(e: unknown): void {
  if (!(e instanceof ApiError)) return noteConnection(false);
  wait = e.retryAfter;
  noteConnection(e.status > 0 && e.status < 500);
}

/** Runs a question to the server and keeps account of whether it can be reached. */
export async function reach(ask: () => Promise<void>, loud = false): Promise<boolean> {
  try {
    await ask();
    noteConnection(true);
    return true;
  } catch (e) {
    const passing = e instanceof ApiError && e.passing;
    const text = explain(e);
    if (passing) noteAnswer(e);
    if (loud || !passing) show(text);
    return false;
  }
}

const family = computed(() => me.value?.family.id ?? '');

/** Reads the lists of the family one comes into, however that happened, and the trash when one goes there. */
export function followLists(): void {
  effect(() => {
    if (family.value) void refresh(true);
  });
  effect(() => {
    if (place.value === 'trash' && family.value) void refresh();
  });
}
