import {
  type Access,
  ApiError,
  type EchoAdded,
  type EchoPreview,
  type Invitation,
  type InvitePreview,
  type Joined,
  type Me,
  type Memo,
  type MemoFilter,
  type MemoPage,
  type InviteRef,
} from './model';

export * from './model';

interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Milliseconds after which no answer counts as no connection. */
export const answerWithin = 8000;

/**
 * The server's API, in the reader's language. Every method throws ApiError. The
 * browser keeps no answer: what may stay on the device is for the page to decide.
 */
export class Api {
  constructor(
    private readonly language: string,
    private readonly fetcher: typeof fetch = (...args) => fetch(...args),
    private readonly patience = answerWithin,
  ) {}

  me(): Promise<Me> {
    return this.json('GET', '/api/me');
  }

  /** A page of memos; known itself when it has not changed. */
  async memos(cursor: string, known?: MemoPage, filter: MemoFilter = {}): Promise<MemoPage> {
    const headers: Record<string, string> = known?.etag ? { 'If-None-Match': known.etag } : {};
    const answer = await this.send('GET', `/api/memos${listQuery(cursor, filter)}`, { headers });
    if (answer.status === 304 && known) return known;
    const list = await read<{ memos: Memo[]; nextCursor?: string }>(answer);
    return { memos: list.memos, nextCursor: list.nextCursor ?? '', etag: answer.headers.get('ETag') ?? '' };
  }

  /** Adds a memo. The same key never adds a second one. */
  addMemo(content: string, key: string): Promise<Memo> {
    return this.json('POST', '/api/memos', { body: { content }, headers: { 'Idempotency-Key': key } });
  }

  /** Gives a memo another content if it is still the version that was seen. */
  editMemo(id: string, content: string, version: number): Promise<Memo> {
    return this.json('PUT', memoPath(id), { body: { content }, headers: ifMatch(version) });
  }

  /**
   * Puts a memo into the trash, or one that is there away for good, if it is
   * still the version that was seen.
   */
  async deleteMemo(id: string, version: number): Promise<void> {
    await this.send('DELETE', memoPath(id), { headers: ifMatch(version) });
  }

  restoreMemo(id: string): Promise<Memo> {
    return this.json('PUT', `${memoPath(id)}/restore`);
  }

  /** Deletes what is in the trash permanently, except what one may not; returns how many memos went and stayed. */
  emptyTrash(): Promise<{ deleted: number; kept: number }> {
    return this.json('DELETE', '/api/memos?deleted=true');
  }

  /**
   * The family's invitation. Its times are measured by the server's clock when that
   * is told; the header has whole seconds, so the last moment of its second counts.
   */
  async makeInvite(): Promise<Invitation> {
    const answer = await this.send('POST', '/api/family/invite-codes', { body: {} });
    const made = await read<{ code?: string; expiresAt: string; link: string; asksFirst: boolean; codeAgainAt?: string }>(answer);
    const { expiresAt, codeAgainAt, ...invite } = made;
    const here = (time: string) => Date.now() + Date.parse(time) - serverNow(answer);
    return { ...invite, endsAt: here(expiresAt), ...(codeAgainAt ? { codeAgainAt: here(codeAgainAt) } : {}) };
  }

  async revokeInvite(): Promise<void> {
    await this.send('DELETE', '/api/family/invite-codes/current');
  }

  /** What a link leads to. 404 not_found: it cannot be used. */
  previewInvite(inviteToken: string): Promise<InvitePreview> {
    return this.json('POST', '/api/family/invitations/preview', { body: { inviteToken } });
  }

  join(invite: InviteRef): Promise<Joined> {
    return this.json('POST', '/api/family/join', { body: invite });
  }

  /** Takes back one's own request to join. */
  async withdrawRequest(): Promise<void> {
    await this.send('DELETE', '/api/family/join');
  }

  /** Lets somebody in who asked. */
  allowRequest(userId: string): Promise<{ movingMemos: number }> {
    return this.json('POST', requestPath(userId));
  }

  async refuseRequest(userId: string): Promise<void> {
    await this.send('DELETE', requestPath(userId));
  }

  /** What a number leads to that an Echo has told. 404 not_found: it cannot be used. */
  previewEcho(number: string): Promise<EchoPreview> {
    return this.json('POST', '/api/family/echos/preview', { body: { number } });
  }

  addEcho(number: string): Promise<EchoAdded> {
    return this.json('POST', '/api/family/echos', { body: { number } });
  }

  setAskBeforeJoin(askBeforeJoin: boolean): Promise<{ askBeforeJoin: boolean }> {
    return this.json('PUT', '/api/family/settings', { body: { askBeforeJoin } });
  }

  leave(): Promise<{ newFamilyId: string }> {
    return this.json('POST', '/api/family/leave');
  }

  async handOver(newOwnerUserId: string): Promise<void> {
    await this.send('POST', '/api/family/transfer-owner', { body: { newOwnerUserId } });
  }

  async removeMember(userId: string): Promise<void> {
    await this.send('DELETE', `/api/family/members/${encodeURIComponent(userId)}`);
  }

  async rename(name: string): Promise<void> {
    await this.send('PUT', '/api/user/name', { body: { name } });
  }

  /** Where one is signed in. */
  async access(): Promise<Access[]> {
    return (await this.json<{ access: Access[] }>('GET', '/api/me/access')).access;
  }

  /** Ends a session. 404 access: it has ended already. */
  async endAccess(id: string): Promise<void> {
    await this.send('DELETE', `/api/me/access/${encodeURIComponent(id)}`);
  }

  /** Deletes the account; 403 fresh_sign_in asks for a sign-in just before. */
  async deleteAccount(): Promise<void> {
    await this.send('DELETE', '/api/user');
  }

  /** Begins a sign-in that carries an invitation along; returns the address where it goes on. */
  async beginSignIn(inviteToken: string): Promise<string> {
    return (await this.json<{ location: string }>('POST', '/auth/login', { body: { inviteToken } })).location;
  }

  async signOut(): Promise<void> {
    await this.send('POST', '/auth/logout');
  }

  async signOutEverywhere(): Promise<void> {
    await this.send('POST', '/auth/logout-everywhere');
  }

  private async json<T>(method: string, path: string, ask: Ask = {}): Promise<T> {
    return read<T>(await this.send(method, path, ask));
  }

  private async send(method: string, path: string, ask: Ask = {}): Promise<Response> {
    const headers: Record<string, string> = { 'Accept-Language': this.language, ...ask.headers };
    const init: RequestInit = { method, headers, cache: 'no-store', signal: AbortSignal.timeout(this.patience) };
    if (ask.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(ask.body);
    }
    const answer = await this.fetcher(path, init).catch(() => {
      throw new ApiError(0, 'offline');
    });
    if (!answer.ok && answer.status !== 304) throw await problem(answer);
    return answer;
  }
}

const memoPath = (id: string) => `/api/memos/${encodeURIComponent(id)}`;
const requestPath = (userId: string) => `/api/family/requests/${encodeURIComponent(userId)}`;
const ifMatch = (version: number): Record<string, string> => ({ 'If-Match': `"${version}"` });

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

/** The time by the server's clock, at the end of the second that its answer names; by this device's if it names none. */
function serverNow(answer: Response): number {
  return Date.parse(answer.headers.get('Date') ?? '') + 999 || Date.now();
}

/** Reads an answer's JSON; an answer that breaks off counts as none. */
async function read<T>(answer: Response): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch {
    throw new ApiError(0, 'offline');
  }
}

/** Reads RFC 9457 problem+json; something in between may answer otherwise. */
async function problem(answer: Response): Promise<ApiError> {
  const isProblem = (answer.headers.get('Content-Type') ?? '').startsWith('application/problem+json');
  const read: unknown = isProblem ? await answer.json().catch(() => null) : null;
  const body = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>;
  const text = (key: string) => (typeof body[key] === 'string' ? body[key] : '');
  const { memo } = body as { memo?: Memo };
  return new ApiError(answer.status, text('code') || 'internal', {
    detail: text('detail'),
    reason: text('reason'),
    retryAfter: (Number(answer.headers.get('Retry-After')) || 0) * 1000 || Math.max(0, Date.parse(text('retryAt')) - serverNow(answer)) || 0,
    ...(memo ? { memo } : {}),
  });
}
