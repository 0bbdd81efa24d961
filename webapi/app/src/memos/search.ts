import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import { ApiError, type Memo } from '../sync/api';
import type { ListedMemo } from '../sync/changes';
import { newestFirst } from '../sync/feed';
import { fold } from './fold';
import { api, hasMore, me, memos, own, pages, sentenceFor, trash } from '../sync/lists';
import { reach } from '../sync/sync';

/** What is looked for; author is a userId, "" is everybody. */
export interface Query {
  text: string;
  author: string;
}
export const query = signal<Query>({ text: '', author: '' });

/** What was found so far; offline: only what this device has was searched; problem: why, in the server's words. */
export interface FoundState {
  memos: readonly ListedMemo[];
  more: boolean;
  busy: boolean;
  offline: boolean;
  problem: string;
}

/** What the server has found for a query. */
interface Remote {
  asked: string;
  memos: readonly Memo[];
  nextCursor: string;
  busy: boolean;
  offline: boolean;
  problem: string;
}
const nothing: Remote = { asked: '', memos: [], nextCursor: '', busy: false, offline: false, problem: '' };
const remote = signal<Remote>(nothing);

/** How long one must have stopped typing before the server is asked, in milliseconds. */
const askAfter = 250;

const nameOf = ({ text, author }: Query) => (text.trim() || author ? JSON.stringify([text.trim(), author]) : '');
const asked = computed(() => nameOf(query.value));

const local = computed<readonly ListedMemo[]>(() => {
  if (!asked.value) return memos.value;
  const { text, author } = query.value;
  const wanted = fold(text);
  return memos.value.filter((m) => (!author || m.userId === author) && foldedOf(m.content).includes(wanted));
});

/** What is found on this device at once, and with it what the server has found. */
export const found: ReadonlySignal<FoundState> = computed(() => {
  if (!asked.value) return { ...nothing, memos: local.value, more: hasMore.value };
  const more = remote.value.asked === asked.value ? remote.value : { ...nothing, busy: true };
  return { ...more, memos: together(local.value, more.memos), more: !!more.nextCursor };
});

/** Local memos with those that only the server has found; one's own deletions stay out. */
function together(here: readonly ListedMemo[], there: readonly Memo[]): readonly ListedMemo[] {
  if (there.length === 0) return here;
  const known = new Set([...memos.value, ...trash.value].map((m) => m.id));
  const others = there.filter((m) => !known.has(m.id));
  return others.length > 0 ? [...here, ...others].sort(newestFirst) : here;
}

/** Folded texts, which are asked for again at every letter typed. */
const folded = new Map<string, string>();

function foldedOf(content: string): string {
  let text = folded.get(content);
  if (text === undefined) {
    if (folded.size > 20_000) folded.clear();
    folded.set(content, (text = fold(content)));
  }
  return text;
}

/** Asks the server for the next memos that match. */
export async function searchMore(): Promise<void> {
  const { asked: name, nextCursor, busy } = remote.value;
  if (!nextCursor || busy || name !== asked.value) return;
  await ask(name, nextCursor);
}

async function ask(name: string, cursor: string): Promise<void> {
  const { text, author } = query.peek();
  const before = cursor ? remote.peek() : { ...nothing, memos: remote.peek().asked === name ? remote.peek().memos : [] };
  remote.value = { ...before, asked: name, busy: true, problem: '' };
  let page: Awaited<ReturnType<typeof api.memos>> | undefined;
  let late: ApiError | undefined;
  await reach(async () => {
    page = await api.memos(cursor, undefined, { text: text.trim(), author }).catch((e: unknown) => {
      if (!(e instanceof ApiError && e.status === 429)) throw e;
      late = e;
      return undefined;
    });
  });
  if (remote.peek().asked !== name) return;
  if (page) remote.value = { ...nothing, asked: name, memos: cursor ? [...before.memos, ...page.memos] : page.memos, nextCursor: page.nextCursor };
  else remote.value = { ...before, asked: name, busy: false, offline: !late, problem: late ? sentenceFor(late) : '' };
  if (late) again(name, cursor, late.retryAfter);
}

let retry: ReturnType<typeof setTimeout> | undefined;

/** Asks once more when the server lets one search again, if that is still what one looks for. */
function again(name: string, cursor: string, after: number): void {
  clearTimeout(retry);
  retry = setTimeout(() => remote.peek().asked === name && void ask(name, cursor), Math.max(after, 1000));
}

/** Asks the server from now on when one has stopped typing, and again when the list has changed. */
export function followQuery(): void {
  effect(() => {
    const name = asked.value;
    if (!name || !me.value) return void (remote.value = nothing);
    void [pages.value, own.value]; // another list may hold other matches, and what one has changed another text
    clearTimeout(retry);
    const timer = setTimeout(() => void ask(name, ''), askAfter);
    return () => clearTimeout(timer);
  });
}
