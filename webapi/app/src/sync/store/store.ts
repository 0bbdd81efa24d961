import type { Change, ListedMemo } from '../changes';
import type { LoadedPage, OwnChanges } from '../feed';
import type { Me } from '../model';

/** The members when a person last looked at them: name by id, and which of them are Echos. */
export interface SeenMembers {
  user: string;
  family: string;
  names: Record<string, string>;
  /** Absent in data of earlier versions. */
  echos?: string[];
}

/** The readable data of the last session without the server. */
export interface Snapshot {
  me: Me;
  pages: readonly LoadedPage[];
  trashPages: readonly LoadedPage[];
  own: OwnChanges;
  lastSynced: number;
}

/** An unsaved text of a memo, and the memo when the edit began. */
export interface Edit {
  memo: ListedMemo;
  text: string;
}

/** The drafts of one tab, and their time; closing: since when its person is about to delete the account. */
export interface Written {
  draft: string;
  edits: readonly (readonly [string, Edit])[];
  closing: number;
  at: number;
}

/** Maps a person's changes to new ones; it must return the same result each time. */
export type Alter = (queue: readonly Change[]) => readonly Change[];

/**
 * What this device keeps, apart for each person. Any method may reject when the
 * browser refuses storage. Wiped data leaves no byte on the disk.
 */
export interface Store {
  /** The person who was signed in here last, or "". */
  person(): Promise<string>;
  /** Records who is signed in. Readable data of other persons is wiped, but not their unsent changes. */
  enter(userId: string): Promise<void>;
  snapshot(userId: string): Promise<Snapshot | undefined>;
  /** Stores a snapshot if its person is still signed in. */
  keep(userId: string, snapshot: Snapshot): Promise<void>;
  /** The members of the family when this person last looked at them. */
  seen(userId: string): Promise<SeenMembers | undefined>;
  keepSeen(userId: string, seen: SeenMembers): Promise<void>;
  /** Updates a person's queue atomically across tabs, and returns it, oldest first. */
  alter(userId: string, change: Alter): Promise<readonly Change[]>;
  /** A person's drafts of a tab; userId "" for drafts from before a sign-in. */
  written(userId: string, tab: string): Promise<Written | undefined>;
  /** A person's drafts, by tab. */
  allWritten(userId: string): Promise<readonly (readonly [tab: string, written: Written])[]>;
  /** Stores a person's drafts of a tab; undefined removes them. */
  write(userId: string, tab: string, written: Written | undefined): Promise<void>;
  /** Asks the browser to persist a person's unsent texts; false: it persists the whole site or nothing. */
  persist(userId: string): Promise<boolean>;
  /** Wipes the readable data of all persons; with all, also this person's unsent changes and texts. */
  wipe(userId: string, all: boolean): Promise<void>;
}

/** The order in which changes were made, by their clock. */
export const oldestFirst = (a: Pick<Change, 'at' | 'key'>, b: Pick<Change, 'at' | 'key'>): number =>
  a.at - b.at || (a.key < b.key ? -1 : 1);
