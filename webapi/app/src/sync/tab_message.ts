import type { Sent } from './changes_box';

/** The messages between tabs: the changes, lists or session of a person have changed. */
export interface TabMessage {
  kind: 'changes' | 'lists' | 'session';
  userId: string;
  /** The result of a change. */
  sent?: Sent;
}
