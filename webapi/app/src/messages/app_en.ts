import type { appJa } from './app_ja';
import { count } from './count';

/** The English sentences of the frame of the page. */
export const appEn: typeof appJa = {
  appName: 'Voice Memo',
  promise: 'Speak to your Echo or type here: the whole family sees and hears the same memos.',
  signIn: 'Sign in to start',
  signInToJoin: 'Sign in to join',
  invited: 'You are invited to a family. Sign in to see by whom, and to join it.',
  invitedDead:
    'This invite link does not work: a part of it seems to be missing. Ask the person who invited you for a new link or for a four-digit code.',
  signInFailed: 'The sign-in did not work. Please try again.',
  signInExpired: 'That took too long. Please sign in again.',
  signInClosed: 'This server does not accept new people. Ask your family for an invitation link.',
  signInInviteUsed: 'This invite link was used or has expired. Ask for a new link.',
  signInUnavailable: 'The sign-in service cannot be reached. Please try again in a moment.',

  loading: 'Loading',
  away: 'No connection',
  awayHint: 'Check your network and the server. Your memos appear as soon as it answers.',
  tryAgain: 'Try again',
  offline: 'No connection. These memos may be a little old.',
  backOnline: 'Connected again',
  networkError: 'There is no connection.',
  partMissing: 'This screen could not be loaded. Check your connection, then reload the page.',
  unknownError: 'That did not work. Please try again.',

  close: 'Close',

  cancel: 'Cancel',

  save: 'Save',

  places: 'Places',
  placeMemos: 'Memos',
  placeTrash: 'Trash',
  placeFamily: 'Family',
  notices: 'Messages',
  skip: 'Write a new memo',
  news: 'to look at',
  openMemoHere: 'Open memo',
  nothingOpen: 'Pick a memo to read it here and to edit it.',

  notKept: 'This browser keeps nothing. What is not sent yet is lost when you close the page.',
  trashChanged: 'The trash may have changed meanwhile. Look at it, then empty it again.',
  disputed: 'Someone else changed the same memo. Choose what to keep.',
  newVersion: 'There is a new version',
  reload: 'Reload',

  members: (n) => count(n, 'member'),
  echo: 'Echo',
  arrived: (name) => `${name} joined the family.`,
  departed: (name) => `${name} left the family.`,
  asks: (name) => `${name} asks to join the family.`,
  newOwner: (name) => `${name} is the owner now.`,
  newOwnerYou: 'You are the owner now.',
  letIn: (family) => `You were let in: welcome to ${family}.`,
  notLetIn: (name) => `You were not let into the family of ${name}.`,
  emptied: (name, n) => `${name} emptied the trash (${count(n, 'memo')}).`,
  emptiedBySomeone: (n) => `The trash was emptied (${count(n, 'memo')}).`,
  familyChanged: (family) => `Your family changed. You are in ${family} now.`,
  notAdmitted: (time) =>
    `You are not in a family yet. Unless you join by ${time}, this account and its memos are erased.`,
  signedOut: 'You are signed out on this device.',
  signOutDue: 'Signing out is completed by this page when it reaches the server.',
  signOutDueElsewhere:
    'Your other devices are not signed out yet. Keep this page open until it reaches the server, or open it again then.',
  sessionOver: 'This device was signed out. Sign in again to go on.',
  unsentKept: (n) =>
    `${count(n, 'change has', 'changes have')} not been sent yet and ${n === 1 ? 'waits' : 'wait'} on this device until you sign in again.`,
  accountRefused:
    'You were not allowed to join the family. The account that the invitation made, and its memos, are gone.',
  accountDeleted: 'Your account and your memos are deleted.',
  install: 'Put it on the home screen',
  installHint: 'It then opens at once, like any other app.',
  installIos: 'Tap the share button and choose “Add to Home Screen”: it then opens like any other app.',
  installNow: 'Add',
  installLater: 'Later',
  privacy: 'Privacy',
  terms: 'Terms of use',
};
