import type { Browser } from '../browser/browser';

/** The parts of a browser for notifications; missing ones are absent. */
export type PushBrowser = Browser & {
  isSecureContext?: boolean;
  PushManager?: unknown;
  Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'>;
};

/**
 * Whether a browser can get notifications. yes: perhaps after a prompt; denied: the person has refused
 * it in the browser; install: iOS wants the page on the home screen first; insecure: it is
 * not open over https; never: it cannot.
 */
export type Ability = 'yes' | 'denied' | 'install' | 'insecure' | 'never';

/** The browser's present state. installable: the page is not on the home screen of this iOS device. */
export function abilityOf(browser: PushBrowser, installable: boolean): Ability {
  if (browser.isSecureContext === false) return 'insecure';
  if (!browser.navigator.serviceWorker || !browser.PushManager || !browser.Notification)
    return installable ? 'install' : 'never';
  return browser.Notification.permission === 'denied' ? 'denied' : 'yes';
}

/** The service worker of the page; undefined if there is none. */
export async function workerOf({ navigator }: PushBrowser): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration().catch(() => undefined);
}

/** Returns the browser's subscription for a key of the server, in base64url, with a new one if there is none for it. */
export async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const before = await pushManager.getSubscription();
  if (before && isFor(before, key)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Whether a subscription is for a key, and has not expired. */
function isFor({ options, expirationTime }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? []);
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
  return made === key && (expirationTime === null || expirationTime > Date.now());
}

/** Ends the subscription of this browser and closes the notifications that are shown. */
export async function unsubscribe(browser: PushBrowser): Promise<void> {
  const worker = await workerOf(browser);
  await Promise.all([
    worker?.pushManager?.getSubscription().then((subscription) => subscription?.unsubscribe()),
    clearShown(worker),
  ]);
}

/** Closes the shown notifications. */
export async function clearShown(worker: ServiceWorkerRegistration | undefined): Promise<void> {
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
}
