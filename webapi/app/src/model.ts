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

/** A member of a family; picture is an address of this server. */
export interface Member {
  userId: string;
  name: string;
  email?: string;
  picture?: string;
  isOwner: boolean;
  source: string;
  joinedAt?: string;
}

/** Somebody who asks to join; only the owner is told. */
export interface JoinRequest {
  userId: string;
  name: string;
  picture?: string;
  source: string;
  requestedAt: string;
}

/** Who is signed in, their family, and how it is set up. */
export interface Me {
  user: Member;
  family: { id: string; name: string; members: Member[] };
  settings: {
    maxContent?: number;
    maxName?: number;
    maxMembers?: number;
    trashDays?: number;
    inviteSeconds?: number;
    /** Whether the owner is asked before anybody joins. */
    askBeforeJoin?: boolean;
    /** Whether the server tells of changes as they happen. */
    live?: boolean;
  };
  requests?: JoinRequest[];
  /** The family that one waits to be let into. */
  pending?: { familyName: string; requestedAt: string };
}

/** One page of a family's memos; nextCursor is "" on the last one. */
export interface MemoPage {
  memos: Memo[];
  nextCursor: string;
  etag: string;
}

/** Which memos a list holds; what is left out does not narrow it. */
export interface MemoFilter {
  deleted?: boolean;
  text?: string;
  author?: string;
  limit?: number;
}

/** An invitation; endsAt is on this device's clock. code is absent for a link-only one. */
export interface Invitation {
  code?: string;
  link: string;
  endsAt: number;
}

/** What one joins with. */
export type Ticket = { inviteCode: string } | { inviteToken: string };

/** What came of joining: at once, or only asked for. */
export type Joined = { familyId: string; movingMemos: number } | { pending: true; familyName: string };

/** What a program can read about a request that failed, beside status and code. */
export interface Trouble {
  /** The server's sentence for the reader, or "". */
  detail?: string;
  reason?: string;
  /** For 412: the memo as it is. */
  memo?: Memo;
  /** Milliseconds after which the server wants to be asked again. */
  retryAfter?: number;
}

/**
 * A request that did not succeed. status 0 means that no answer came in time,
 * so nobody knows whether it was done.
 */
export class ApiError extends Error {
  readonly detail: string;
  readonly reason: string;
  readonly memo: Memo | undefined;
  readonly retryAfter: number;

  constructor(
    readonly status: number,
    readonly code: string,
    { detail = '', reason = '', memo, retryAfter = 0 }: Trouble = {},
  ) {
    super(`${status} ${code}`);
    this.detail = detail;
    this.reason = reason;
    this.memo = memo;
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may well succeed later. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
