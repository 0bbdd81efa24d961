import type { components } from '../../api_types';

/** The API's types, generated from webapi/openapi.yaml, which documents each field. */
type Schemas = components['schemas'];

/** A memo. doneAt, editedAt and editedBy are "" if a change made here removes them. */
export type Memo = Schemas['Memo'];

/** An earlier text of a memo. */
export type Earlier = Schemas['Earlier'];

/** The result of a deletion: logical_delete put the memo into the trash, physical_delete removed it permanently. */
export type Deletion = Schemas['Action'];

/** The result of emptying the trash: how many memos are gone, will still be deleted, and stay. */
export type Emptying = Schemas['Deleted'] & { kept: number };

/** A member of a family. */
export type Member = Schemas['Person'];

/** A device of an Echo's account that has a name, usually that of its room. */
export type Room = Schemas['Rooms'][number];

/** A request to join, as the owner sees it. */
export type JoinRequest = Schemas['Request'];

/** A family; requests are present for its owner only. */
export type Family = Schemas['Family'];

/** A permission to open a WebSocket, and the address of the WebSocket. */
export type Ticket = Pick<Schemas['Live'], 'url' | 'ticket'>;

/** The signed-in person, their family, and its settings; stored data may lack newer fields. */
export type Me = Omit<Schemas['Me'], 'settings' | 'live'> & { settings: Partial<Schemas['Settings']>; live?: Ticket };

/** One page of a family's memos; nextCursor is "" on the last one. */
export interface MemoPage {
  memos: Memo[];
  nextCursor: string;
  etag: string;
}

/** The filters of a list; an absent one does not filter. */
export interface MemoFilter {
  deleted?: boolean;
  text?: string;
  author?: string;
  limit?: number;
}

/**
 * An invitation. Without a code it has only a link, and codeAgainAt is when digits are possible again. Times are on
 * this device's clock, in Unix milliseconds.
 */
export interface Invitation {
  code?: string;
  link: string;
  endsAt: number;
  /** Whether the owner is asked before a person joins by the digits, or by the link if there are none. */
  asksFirst: boolean;
  codeAgainAt?: number;
}

/** The credentials for joining. An inviteToken of "" is that of a damaged link. */
export type InviteRef = { inviteCode: string } | { inviteToken: string };

/** The family and the state of a link. */
export type InvitePreview = Schemas['InvitationPreview'];

/** The owner was asked, whose name this is. */
export type Asked = Schemas['Asked'];

/** The result of joining: done, or requested. */
export type Joined = Schemas['Joined'] | Asked;

/** The Echo of a connection number or, with recovery, the memos of one whose skill was disabled. */
export type EchoPreview = Schemas['EchoPreview'];

/** The result of a number: the Echo is a member or its memos are back, or the owner was asked. */
export type EchoAdded = Pick<Schemas['AddedEcho'], 'movingMemos'> | Asked;

/** An access of a person, such as a browser in which they are signed in, or a program that has a key. */
export type Access = Schemas['Access'];

/** A new key. Only this answer has it. */
export type MadeKey = Pick<Schemas['NewToken'], 'id' | 'token' | 'name'> & { expiresAt?: string };

/** The scope of a key. */
export type KeyScope = Schemas['NewToken']['scope'];

/** The parameters of a new key. */
export interface KeyWish {
  name: string;
  scope: KeyScope;
  days: number;
}

/** The details of a failed request, beside status and code. */
export interface Trouble {
  /** The server's sentence for the reader, or "". */
  detail?: string;
  reason?: string;
  /** For 412: the memo as it is. */
  memo?: Memo;
  /** Milliseconds after which the server accepts the request again. */
  retryAfter?: number;
}

/** A failed request. status 0 means that no answer came in time, so it is not known whether it was done. */
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

  /** Whether the same request may succeed later. A full disk does not count: deletions must not wait. */
  get passing(): boolean {
    if (this.reason === 'storage_full') return false;
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
