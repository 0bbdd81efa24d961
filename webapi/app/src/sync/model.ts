/** An earlier text of a memo. */
export interface Earlier {
  content: string;
  /** When it was written, and by whom. */
  at: string;
  by: string;
  /** No newcomer can replace it. */
  kept?: boolean;
}

/** A memo as the API returns it; times are ISO 8601 in UTC with milliseconds. */
export interface Memo {
  id: string;
  userId: string;
  familyId: string;
  content: string;
  timestamp: string;
  updatedAt?: string;
  updatedBy?: string;
  version: number;
  /** When the text was last changed, and by whom; absent if it never was. */
  editedAt?: string;
  editedBy?: string;
  /** The text before the first of a row of edits by one person. */
  before?: Earlier;
  /** When it was marked as done, and by whom; absent or "" if it is not done. */
  doneAt?: string;
  doneBy?: string;
  deleted: boolean;
  deletedAt?: string;
  purgeAt?: string;
  createdByName: string;
}

/** What a deletion did: logical_delete put the memo into the trash, physical_delete removed it permanently. */
export interface Deletion {
  action: 'logical_delete' | 'physical_delete';
}

/** What emptying the trash did: how many memos are gone, how many the server will still delete by itself, and how many stay. */
export interface Emptying {
  deleted: number;
  left?: number;
  kept: number;
}

/** A device of an Echo's account that has a name, usually that of its room. */
export interface Room {
  id: string;
  name: string;
}

/** A member of a family; picture is an address of this server, addedBy the id of the member who added this Echo. */
export interface Member {
  userId: string;
  name: string;
  email?: string;
  picture?: string;
  /** The one that the person chose as their picture. */
  emoji?: string;
  isOwner: boolean;
  source: string;
  joinedAt?: string;
  addedBy?: string;
  /** The rooms of an Echo, ordered by name; absent if there are none. */
  rooms?: Room[];
}

/** The person signed in. */
export interface Self extends Member {
  /** When the account is erased unless the family that invited it has let it in; absent once it has. */
  notAdmittedUntil?: string;
}

/** How a person asked to join: by four digits, by a link, or by the number that an Echo said. */
export type Way = 'digits' | 'link' | 'number';

/** A request to join, as the owner is shown it. */
export interface JoinRequest {
  userId: string;
  name: string;
  picture?: string;
  source: string;
  /** A verified address; absent if there is none. */
  email?: string;
  /** When the account was first seen. */
  firstSeen: string;
  /** Absent on requests of earlier versions, as is check. */
  way?: Way;
  requestedAt: string;
  /** Two digits that the person who asks is shown as well. */
  check?: string;
  /** The name of a member that looks like this person's. */
  resembles?: string;
}

/** A request that waits for a family's owner: the owner's name, the check number, and when it lapses. */
export interface Pending {
  name: string;
  check?: string;
  until: string;
}

/** The last time the trash was emptied, and by whom; without a name, by a person who has left. */
export interface Emptied {
  name?: string;
  at: string;
  count: number;
}

/** A family; requests are present for its owner only. */
export interface Family {
  id: string;
  name: string;
  members: Member[];
  requests?: JoinRequest[];
  emptied?: Emptied;
  /** Where the family lives, by the IANA name; absent: not known. */
  timeZone?: string;
}

/** A permission to open a WebSocket, and the address of the WebSocket. */
export interface Ticket {
  url: string;
  ticket: string;
}

/** The person signed in, their family, and how it is set up. */
export interface Me {
  user: Self;
  family: Family;
  settings: {
    maxContent?: number;
    maxName?: number;
    maxMembers?: number;
    trashDays?: number;
    inviteSeconds?: number;
    /** The version of the server. */
    version?: string;
    /** Whether the owner is asked before a person joins. */
    askBeforeJoin?: boolean;
    /** Whether the server tells of changes as they happen. */
    live?: boolean;
  };
  /** Where and with which ticket a WebSocket tells of changes; absent: the server has none. */
  live?: Ticket;
  /** One's own request to join another family. */
  pending?: Pending;
  /** Up to when the person has seen every memo, here or by voice; absent: never in this family. */
  lastSeenAt?: string;
  /** The owner who removed the person from the family before this one. */
  removedBy?: string;
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

/**
 * An invitation. Without a code there is a link only, and codeAgainAt is when digits
 * are possible again. Times are on this device's clock, in Unix milliseconds.
 */
export interface Invitation {
  code?: string;
  link: string;
  endsAt: number;
  /** Whether the owner is asked before a person joins by the digits, or by the link if there are none. */
  asksFirst: boolean;
  codeAgainAt?: number;
}

/** What one joins with. An inviteToken of "" is that of a damaged link. */
export type InviteRef = { inviteCode: string } | { inviteToken: string };

/** What a link leads to. */
export interface InvitePreview {
  family: { name: string };
  inviter: { name: string };
  expiresAt: string;
  asksFirst: boolean;
  movingMemos: number;
  /** Whether this is the person's own family. */
  alreadyMember?: boolean;
}

/** The owner was asked, whose name this is. */
export interface Asked {
  asked: { name: string };
  check?: string;
  until: string;
}

/** What came of joining: at once, or only asked for. */
export type Joined = { familyId: string; familyName: string; movingMemos: number } | Asked;

/** The Echo of a connection number, or, with recovery, the memos of one whose skill was disabled. */
export interface EchoPreview {
  since: string;
  memos: number;
  name: string;
  recovery: boolean;
}

/** What came of a number: the Echo is a member or its memos have come back, or the owner was asked. */
export type EchoAdded = { movingMemos: number } | Asked;

/** What a key for a program may do. */
export type KeyScope = 'read' | 'add' | 'memos';

/** What acts for a person, such as a browser in which one is signed in, or a program that has a key. */
export interface Access {
  id: string;
  /** "session": a browser; "token": a program; "app" and "echo": what the person has allowed with OAuth. */
  kind: string;
  /** Such as "Firefox, Android", or the name that the person chose for a key; "" if the server does not know. */
  name: string;
  /** Of an app that registered itself, whose name the server could not verify: where it is. */
  host?: string;
  scope: string;
  since: string;
  /** A day in UTC: "2026-11-22". */
  lastUsed: string;
  /** When a key ends; absent if it is not known. */
  expiresAt?: string;
  /** Whether it is this browser. */
  current: boolean;
}

/** What a key for a program is made with. */
export interface KeyWish {
  name: string;
  scope: KeyScope;
  days: number;
}

/** A key as it was made. It is told once. */
export interface MadeKey {
  id: string;
  token: string;
  name: string;
  expiresAt?: string;
}

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
 * so it is not known whether it was done.
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

  /** Whether the same request may well succeed later. A full disk does not pass: what deletes must not wait behind what adds. */
  get passing(): boolean {
    if (this.reason === 'storage_full') return false;
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}
