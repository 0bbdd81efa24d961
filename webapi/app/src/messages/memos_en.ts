import { count } from './count';
import type { memosJa } from './memos_ja';

/** The English sentences of memos. */
export const memosEn: typeof memosJa = {
  memos: 'Memos',
  today: 'Today',
  yesterday: 'Yesterday',
  doneCount: (n) => `Done ${n}`,
  newAbove: (n) => `${n} new above`,

  composer: 'New memo',
  composerHint: 'A memo for the family',
  send: 'Send',
  charactersLeft: (n) => (n >= 0 ? `${count(n, 'character')} left` : `${count(-n, 'character')} too many`),

  sending: 'sending',
  sentLater: 'will be sent later',
  waitsForNetwork: 'will be sent when connected',
  refusedHere: 'not sent',
  notSent: (why) => `Not sent. ${why}`,
  added: 'Memo sent',
  removed: (text) => `Deleted “${text}”`,
  goneForGood: (text) => `“${text}” no longer exists, so it could not come back`,
  manyRemoved: (n) => `${n} deleted`,
  manyDone: (n) => `${n} done`,
  removedRewritten: (name, text) => `Deleted. ${name} had rewritten it: “${text}”`,
  rewritten: (name, text) => `${name} rewrote it: “${text}”`,
  yielded: (name, text) => `“${text}” stays as ${name} left it`,
  wasDeleted: (name, text) => `${name} has deleted “${text}”, so nothing was changed`,
  notUndone: (text) => `“${text}” has changed since, so nothing was undone`,
  anotherMember: 'Another member',
  undo: 'Undo',
  restored: (text) => `Restored “${text}”`,

  edited: 'edited',
  editedBy: (name) => `edited by ${name}`,
  done: 'done',
  doneBy: (name) => `done by ${name}`,
  markDone: 'Mark as done',
  details: 'Details',
  showRest: 'Show all',
  unsavedEdit: 'unsaved text',
  changed: (text) => `Changed to “${text}”`,
  manyChanged: (n) => `${n} changed`,
  markedDone: (text) => `Done: “${text}”`,
  markedNotDone: (text) => `Not done: “${text}”`,

  search: 'Search memos',
  found: (n) => `${count(n, 'memo')} found`,

  offlineWith: (n) => `Offline. ${count(n, 'change')} will be sent later.`,
  offlineSince: (time) => `Offline. Memos as of ${time}.`,
  heldUntil: (n, time) => `${count(n, 'change waits', 'changes wait')} until ${time}.`,
  heldNotice: (time) => `That was a lot at once. The rest goes out from ${time}.`,
  sendingSome: (n) => `Sending ${count(n, 'change')}`,

  trash: 'Trash',
  trashEmptied: 'The trash was emptied',
  trashGoesOn: (gone, left) =>
    `${count(gone, 'memo')} deleted for good. The other ${left} will be gone within minutes.`,
  trashKept: (gone, kept) => `${count(gone, 'memo')} deleted for good. ${count(kept, 'memo')} stayed.`,
  restore: 'Restore',
  purge: 'Delete for good',
};
