import type { appJa } from './app_ja';

/** The English sentences of the frame of the page. */
export const appEn: typeof appJa = {
  appName: 'Voice Memo',
  promise: 'Speak to your Echo or type here: the whole family sees and hears the same memos.',
  signIn: 'Sign in to start',
  signInToJoin: 'Sign in to join',
  invited: 'You are invited to a family. Sign in to join it.',
  signInFailed: 'The sign-in did not work. Please try again.',
  signInExpired: 'That took too long. Please sign in again.',
  signInClosed: 'This server does not take new people. Ask your family for an invitation link.',
  signInUnavailable: 'The sign-in service cannot be reached. Please try again in a moment.',

  loading: 'Loading',
  away: 'No connection',
  awayHint: 'Check your network and the server. Your memos appear as soon as it answers.',
  tryAgain: 'Try again',
  offline: 'No connection. These memos may be a little old.',
  backOnline: 'Connected again',
  networkError: 'There is no connection.',
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
};
