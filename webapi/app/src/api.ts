/** A memo as the API gives it; times are ISO 8601 in UTC with milliseconds. */
export interface Memo {
  id: string;
  userId: string;
  familyId: string;
  content: string;
  timestamp: string;
  updatedAt?: string;
  updatedBy?: string;
  version: number;
  deleted: boolean;
  deletedAt?: string;
  purgeAt?: string;
  createdByName: string;
}

/** A member of a family. */
export interface Member {
  userId: string;
  name: string;
  email?: string;
  picture?: string;
  isOwner: boolean;
  source: string;
  joinedAt?: string;
}

/** Who is signed in, and their family. */
export interface Me {
  user: Member;
  family: { id: string; name: string; members: Member[] };
}

/** One page of a family's memos. */
export interface MemoPage {
  memos: Memo[];
  nextCursor: string;
  etag: string;
}

/** An invitation; endsAt is on this device's clock. code is absent for a link-only one. */
export interface Invitation {
  code?: string;
  link: string;
  endsAt: number;
}

/** What one joins with. */
export type Ticket = { inviteCode: string } | { inviteToken: string };

/**
 * A request that did not succeed. status 0 means that no answer came in time,
 * so nobody knows whether it was done. detail is the server's sentence for the
 * reader, or "".
 */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly detail: string,
    readonly reason = '',
  ) {
    super(`${status} ${code}`);
  }

  /** Whether the same request may well succeed later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Milliseconds after which no answer counts as no connection. */
export const answerWithin = 8000;

/** The server's API, in the reader's language. */
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
  async memos(cursor: string, known?: MemoPage): Promise<MemoPage> {
    const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
    const headers: Record<string, string> = known?.etag ? { 'If-None-Match': known.etag } : {};
    const answer = await this.send('GET', `/api/memos${query}`, { headers });
    if (answer.status === 304 && known) return known;
    const list = await read<{ memos: Memo[]; nextCursor?: string }>(answer);
    return { memos: list.memos, nextCursor: list.nextCursor ?? '', etag: answer.headers.get('ETag') ?? '' };
  }

  /** Adds a memo. The same key never adds a second one. */
  addMemo(content: string, key: string): Promise<Memo> {
    return this.json('POST', '/api/memos', { body: { content }, headers: { 'Idempotency-Key': key } });
  }

  /** Puts a memo into the trash if it is still the version that was seen. */
  async deleteMemo(id: string, version: number): Promise<void> {
    await this.send('DELETE', memoPath(id), { headers: { 'If-Match': `"${version}"` } });
  }

  restoreMemo(id: string): Promise<Memo> {
    return this.json('PUT', `${memoPath(id)}/restore`);
  }

  /**
   * The family's invitation. Its end is measured by the server's clock when that
   * is told; the header has whole seconds, so the last moment of its second counts.
   */
  async makeInvite(): Promise<Invitation> {
    const answer = await this.send('POST', '/api/family/invite-codes', { body: {} });
    const made = await read<{ code?: string; expiresAt: string; link: string }>(answer);
    const serverNow = Date.parse(answer.headers.get('Date') ?? '') + 999 || Date.now();
    const { expiresAt, ...invite } = made;
    return { ...invite, endsAt: Date.now() + Date.parse(expiresAt) - serverNow };
  }

  async revokeInvite(): Promise<void> {
    await this.send('DELETE', '/api/family/invite-codes/current');
  }

  join(ticket: Ticket): Promise<{ familyId: string; movingMemos: number }> {
    return this.json('POST', '/api/family/join', { body: ticket });
  }

  async rename(name: string): Promise<void> {
    await this.send('PUT', '/api/user/name', { body: { name } });
  }

  async signOut(): Promise<void> {
    await this.send('POST', '/auth/logout');
  }

  private async json<T>(method: string, path: string, ask: Ask = {}): Promise<T> {
    return read<T>(await this.send(method, path, ask));
  }

  private async send(method: string, path: string, ask: Ask = {}): Promise<Response> {
    const headers: Record<string, string> = { 'Accept-Language': this.language, ...ask.headers };
    const init: RequestInit = { method, headers, signal: AbortSignal.timeout(this.patience) };
    if (ask.body !== undefined) {
      headers['Content-Type'] = 'application/json';
      init.body = JSON.stringify(ask.body);
    }
    const answer = await this.fetcher(path, init).catch(() => {
      throw new ApiError(0, 'offline', '');
    });
    if (!answer.ok && answer.status !== 304) throw await problem(answer);
    return answer;
  }
}

const memoPath = (id: string) => `/api/memos/${encodeURIComponent(id)}`;

/** Reads an answer's JSON; an answer that breaks off counts as none. */
async function read<T>(answer: Response): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch {
    throw new ApiError(0, 'offline', '');
  }
}

/** Reads RFC 9457 problem+json; something in between may answer otherwise. */
async function problem(answer: Response): Promise<ApiError> {
  const isProblem = (answer.headers.get('Content-Type') ?? '').startsWith('application/problem+json');
  const body: unknown = isProblem ? await answer.json().catch(() => null) : null;
  const text = (key: string) => {
    const value = (body as Record<string, unknown> | null)?.[key];
    return typeof value === 'string' ? value : '';
  };
  return new ApiError(answer.status, text('code') || 'internal', text('detail'), text('reason'));
}
