import { Http, read } from './http';
import type { Deletion, Emptying, Me, Memo, MemoFilter, MemoPage } from './model';

/** The part of the server's API that the page needs before the list is shown. Every method throws ApiError. */
export class Api {
  /** Sends any other request. */
  readonly http: Http;

  /** language is the reader's; see Http for the others. */
  constructor(language: string, fetcher?: typeof fetch, patience?: number, time?: () => number) {
    this.http = new Http(language, fetcher, patience, time);
  }

  me(): Promise<Me> {
    return this.http.json('GET', '/api/me');
  }

  /** A page of memos; known itself if it has not changed. */
  async memos(cursor: string, known?: MemoPage, filter: MemoFilter = {}): Promise<MemoPage> {
    const headers: Record<string, string> = known?.etag ? { 'If-None-Match': known.etag } : {};
    const answer = await this.http.send('GET', `/api/memos${listQuery(cursor, filter)}`, { headers });
    if (answer.status === 304 && known) return known;
    const list = await read<{ memos: Memo[]; nextCursor?: string }>(answer);
    return { memos: list.memos, nextCursor: list.nextCursor ?? '', etag: answer.headers.get('ETag') ?? '' };
  }

  /** Adds a memo. The same key never adds a second one. */
  addMemo(content: string, key: string): Promise<Memo> {
    return this.http.json('POST', '/api/memos', { body: { content }, headers: { 'Idempotency-Key': key } });
  }

  /** Replaces the content of a memo if it still has the version that was seen. */
  editMemo(id: string, content: string, version: number): Promise<Memo> {
    return this.http.json('PUT', memoPath(id), { body: { content }, headers: ifMatch(version) });
  }

  /**
   * Moves a memo to the trash, or permanently deletes one of the trash, if it still has the version that was seen;
   * returns which of the two it did.
   */
  deleteMemo(id: string, version: number): Promise<Deletion> {
    return this.http.json('DELETE', memoPath(id), { headers: ifMatch(version) });
  }

  /** Marks a memo as done, or as not done, if it still has the version that was seen. */
  done(id: string, done: boolean, version: number): Promise<Memo> {
    return this.http.json('PUT', `${memoPath(id)}/done`, { body: { done }, headers: ifMatch(version) });
  }

  /** One memo, also one in the trash. 404: it is gone. */
  memo(id: string): Promise<Memo> {
    return this.http.json('GET', memoPath(id));
  }

  /** The members who have seen a memo. */
  async seenBy(id: string): Promise<string[]> {
    return (await this.http.json<{ seenBy: string[] }>('GET', `${memoPath(id)}/seen`)).seenBy;
  }

  /** Records that the person has seen every memo up to a time. */
  async see(until: string): Promise<void> {
    await this.http.send('PUT', '/api/me/seen', { body: { until } });
  }

  restoreMemo(id: string): Promise<Memo> {
    return this.http.json('PUT', `${memoPath(id)}/restore`);
  }

  /**
   * Deletes the memos of the trash permanently, except those that the person may not delete; returns how many were
   * deleted, how many the server will still delete and how many stay.
   */
  emptyTrash(): Promise<Emptying> {
    return this.http.json('DELETE', '/api/memos?deleted=true');
  }

  /** Deletes the account; 403 fresh_sign_in requires a fresh sign-in. */
  async deleteAccount(): Promise<void> {
    await this.http.send('DELETE', '/api/user');
  }

  /** Begins a sign-in with an invitation; returns the address to continue at. */
  async beginSignIn(inviteToken: string): Promise<string> {
    return (await this.http.json<{ location: string }>('POST', '/auth/login', { body: { inviteToken } })).location;
  }

  async signOut(): Promise<void> {
    await this.http.send('POST', '/auth/logout');
  }

  async signOutEverywhere(): Promise<void> {
    await this.http.send('POST', '/auth/logout-everywhere');
  }
}

const memoPath = (id: string) => `/api/memos/${encodeURIComponent(id)}`;

/** The condition that a memo has a version; 0, of an unsent memo, makes the server answer with the memo. */
const ifMatch = (version: number): Record<string, string> => ({
  'If-Match': `"${version || Number.MAX_SAFE_INTEGER}"`,
});

function listQuery(cursor: string, { deleted, text: wanted, author, limit }: MemoFilter): string {
  const query = new URLSearchParams();
  if (limit) query.set('limit', String(limit));
  if (cursor) query.set('cursor', cursor);
  if (wanted) query.set('q', wanted);
  if (author) query.set('author', author);
  if (deleted) query.set('deleted', 'true');
  const text = query.toString();
  return text ? `?${text}` : '';
}
