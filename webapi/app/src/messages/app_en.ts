import type { appJa } from './app_ja';

/** The English sentences of the frame of the page. */
export const appEn: typeof appJa = {
  appName: 'Family Voice Memo',

  loading: 'Loading',
  away: 'No connection',
  awayHint: 'Check your network and the server. Your memos appear as soon as it answers.',
  tryAgain: 'Try again',
  offline: 'No connection. These memos may be a little old.',
  backOnline: 'Connected again',
  networkError: 'The server could not be reached. Check the connection and try again.',
  partMissing: 'This screen could not be loaded. Check your connection, then reload the page.',
  unknownError: 'That did not work. Please try again.',

  close: 'Close',

  menu: 'Menu',
  places: 'Places',
  placeMemos: 'Memos',
  placeTrash: 'Trash',
  placeFamily: 'Family',
  placeYou: 'You',
  notices: 'Messages',
  news: 'to look at',
  openMemoHere: 'Open memo',

  notKept: 'This browser keeps nothing. What is not sent yet is lost when you close the page.',
  trashChanged: 'The trash may have changed meanwhile. Look at it, then empty it again.',
  disputed: 'The same memo was changed in two places. Choose what to keep.',
  reload: 'Reload',

  echo: 'Echo',
  privacy: 'Privacy',
  terms: 'Terms of use',
};
