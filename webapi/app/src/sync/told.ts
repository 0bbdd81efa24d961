import type { Sent } from './changes_box';

/** What the tabs of a browser tell each other: that changes, lists or the session of a person are others now. */
export interface Told {
  kind: 'changes' | 'lists' | 'session';
  userId: string;
  /** What has come of a change. */
  sent?: Sent;
}
