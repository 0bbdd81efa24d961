import type { ja } from './ja';

/** The English sentences about notifications. */
export const en: typeof ja = {
  push: 'Notifications',
  pushOn: 'Tell me about new memos',
  pushIsOn: 'This device is notified.',
  pushDenied:
    'Your browser blocks notifications from this page. Allow them for this page in the settings of the browser or the device.',
  pushRefused: 'Notifications were not allowed.',
  pushUnreachable: 'The browser’s notification service did not answer. Please try again later.',
  pushInstall:
    'On an iPhone or iPad, first put this page on the home screen: tap the share button and choose “Add to Home Screen”. Then open it from its icon and come back here.',
  pushInsecure: 'To get notifications, open this page at its https:// address.',
  pushNever: 'This browser cannot show notifications.',

  pushWhat: 'Tell me about',
  pushAll: 'Everything',
  pushFamily: 'Joining and requests',
  pushNone: 'Nothing',

  pushQuiet: 'Quiet hours',
  pushQuietEcho: 'Quiet hours for the Echo',
  pushFrom: 'From',
  pushTo: 'To',
  pushQuietHint: (zone) =>
    `Notifications from these hours arrive together at the end. If both times are the same, there are no quiet hours. The times are in ${zone}.`,

  pushDevices: 'Devices that are notified',
  pushAdded: (day) => `Added on ${day}`,
  pushRemove: 'Remove',
  pushRemoveNamed: (name) => `Remove “${name}”`,
  pushRemoved: (name) => `“${name}” is no longer notified.`,
  pushSaved: 'Your notifications were changed.',
};
