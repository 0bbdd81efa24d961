import type { welcomeJa } from './welcome_ja';

/** The English sentences for a person who is not signed in. */
export const welcomeEn: typeof welcomeJa = {
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
  signedOut: 'You are signed out on this device.',
  signOutDue: 'Signing out is completed by this page when it reaches the server.',
  signOutDueElsewhere:
    'Your other devices are not signed out yet. Keep this page open until it reaches the server, or open it again then.',
  sessionOver: 'This device was signed out. Sign in again to go on.',
  unsentKept: (n) =>
    `${n} ${n === 1 ? 'text was' : 'texts were'} not sent and ${n === 1 ? 'waits' : 'wait'} on this device until you sign in again.`,
  accountRefused:
    'You were not allowed to join the family. The account that the invitation made, and its memos, are gone.',
  accountDeleted: 'Your account and your memos are deleted.',
};
