import type { Change } from '../changes';
import type { LoadedPage, OwnChanges } from '../feed';
import type { Me } from '../model';

/** What of the last session is readable without the server. */
export interface Snapshot {
  me: Me;
  pages: readonly LoadedPage[];
  trashPages: readonly LoadedPage[];
  own: OwnChanges;
  lastSynced: number;
}

/** Turns a person's changes into what they become; it must give the same each time. */
export type Alter = (queue: readonly Change[]) => readonly Change[];

/**
 * What this device keeps, apart for each person. Any method may reject when the
 * browser does not let one store.
 */
export interface Store {
  /** The person who was signed in here last, or "". */
  person(): Promise<string>;
  /** Says who is signed in now; what could be read of others is wiped, not what they have not sent. */
  enter(userId: string): Promise<void>;
  snapshot(userId: string): Promise<Snapshot | undefined>;
  /** Keeps a snapshot while its person is the one who is signed in. */
  keep(userId: string, snapshot: Snapshot): Promise<void>;
  /** Changes what a person has not sent, in one step also against other tabs, and gives what it has become, oldest first. */
  alter(userId: string, change: Alter): Promise<readonly Change[]>;
  /** Wipes what can be read of everybody; with changes also what this person has not sent. */
  wipe(userId: string, changes: boolean): Promise<void>;
}

/** The order in which changes were made, by their clock. */
export const oldestFirst = (a: Pick<Change, 'at' | 'key'>, b: Pick<Change, 'at' | 'key'>): number => a.at - b.at || (a.key < b.key ? -1 : 1);
