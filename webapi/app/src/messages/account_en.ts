import type { accountJa } from './account_ja';

/** The English sentences of account_ja.ts. */
export const accountEn: typeof accountJa = {
  access: 'Devices and programs',
  accessDevices: 'Where you are signed in',
  accessPrograms: 'Keys for programs',
  accessApps: 'Apps that you have allowed',
  someDevice: 'Unknown device',
  signedInOn: (date) => `Signed in on ${date}`,
  lastUsed: (day) => `Last used: ${day}`,
  endAccess: 'Sign out',
  endAccessOf: (name) => `Sign out “${name}”`,
  endAccessTitle: (name) => `Sign out “${name}”?`,
  endAccessExplain:
    'That device shows no memos until you sign in there again. Changes that it has not sent yet stay on it.',
  accountEnded: 'That device is signed out.',

  makeKey: 'Make a key for a program',
  keyExplain: 'With a key, a shortcut on your phone or your smart home uses the family’s memos in your name.',
  keyName: 'A name that says which program has the key',
  keyNameExample: 'e.g. Kitchen tablet',
  keyNameFirst: 'Please enter a name.',
  keyMay: 'What it may do',
  keyRead: 'Read',
  keyReadHint: 'Reads and searches the family’s memos',
  keyAdd: 'Add',
  keyAddHint: 'Adds memos, and cannot read those of the family',
  keyMemos: 'Read and change',
  keyMemosHint: 'Reads, adds, edits, marks as done and deletes memos',
  keyFor: 'How long it works',
  keyDays: (days) => (days === 365 ? '1 year' : `${days} days`),
  keyMake: 'Make the key',
  keyMade: 'Your key is ready',
  keyOnce: 'The key is shown only now. Copy it into the program before you close this.',
  keySecret: 'Anyone who has the key can use the memos in your name. Keep it to yourself.',
  keyText: (name) => `Key “${name}”`,
  keyCopy: 'Copy the key',
  keyCopied: 'Key copied.',
  keyByHand: 'The key is selected. Copy it from there.',
  keyGuide: 'How to use the key',
  keySince: (date) => `Made: ${date}`,
  keyUntil: (date) => `Until ${date}`,
  keyOver: (date) => `Expired: ${date}`,
  endKey: 'End',
  endKeyOf: (name) => `End the key “${name}”`,
  endKeyTitle: (name) => `End the key “${name}”?`,
  endKeyExplain: 'Programs with this key can no longer use the memos from now on. It cannot be brought back.',
  keyEnded: 'The key no longer works.',
  appSince: (date) => `Allowed: ${date}`,
  appHost: (host) => `From ${host}. Its name is not verified.`,
  appFamily: 'Manage the family',
  appAnd: ', ',
  endAppOf: (name) => `End what “${name}” may do`,
  endAppTitle: (name) => `End what “${name}” may do?`,
  endAppExplain: 'The app can no longer use the memos from now on. You can allow it again later.',
  appEnded: 'The app can no longer use the memos.',

  deleteAccount: 'Delete my account',
  deleteAccountTitle: 'Delete your account?',
  deleteAccountExplain:
    'These go at once, and there is no way back. Backups of the operator may keep them for a while.',
  goesMemos: 'Every memo you wrote, those in the trash too',
  goesData: 'Your name, e-mail address and the address of your picture',
  goesPlace: 'Your place in the family, and the sign-in on every device',
  deleteAccountStays: 'Memos of others, memos spoken to an Echo, and your account where you sign in stay.',
  deleteAccountConfirm: 'Delete for good',
  deleteAccountFresh: 'To prevent mistakes, please sign in once more. You come back here to confirm.',
  deleteAccountSignIn: 'Sign in and go on',
  ownerStays:
    'Before you leave or delete your account, hand the family over. If there is nobody to take it, remove the Echo.',
  signOutTitle: 'Sign out?',
  signOutEverywhereTitle: 'Sign out everywhere?',
  signOutEverywhereExplain:
    'This device and all others show no memos until you sign in again. Your Echo keeps working.',
  noEmoji: 'None',
  otherEmoji: 'Any other emoji',
  emojiSaved: 'Emoji changed.',
  exportAs: (format) => `Save all memos as ${format}`,
  exportMe: 'Save everything about me',

  timeZone: 'Time zone',
  noTimeZone: 'Not set',
  timeZoneSaved: 'Time zone changed.',
  timeZoneHint: (name) =>
    [
      'The family’s time zone decides when an Echo says “yesterday” and when notifications are quiet at night.',
      name && `It is set to ${name}.`,
    ].join(' '),

  nameEchoHint: (phrase) =>
    `Name it after its room, such as “Kitchen”, and everyone can see where a memo was spoken. If you have several Echos, say “${phrase}” to each of them, and each gets a name of its own.`,
  roomNamesHint: 'To remove the name of a room, empty it and save.',
  removeMemberExplain: (name) =>
    `The memos ${name} wrote go along; none of them stays in this family. A new invitation brings ${name} back.`,
  removeEchoExplain: (name) =>
    `The memos of ${name} go along; none of them stays in this family. You can add it again later.`,
  removedOffline: (name, memos, trashed) =>
    `While a device of ${name} is offline, it still shows up to ${memos} memos and ${trashed} in the trash. They disappear once it is online.`,
  theirEchosHint:
    'Anyone who speaks to an Echo that stays can go on hearing the family’s memos. The memos of a removed Echo go with it.',
};
