import { deliver, noticeOf, open, type Worker } from './deliver';
import { thisDevice } from './device';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('push', (event) => {
  const notice = noticeOf(event.data?.text() ?? '');
  if (notice) event.waitUntil(deliver(notice, worker()));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url = '/' } = (event.notification.data ?? {}) as { url?: string };
  event.waitUntil(open(url, worker()));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event as Event & {
    oldSubscription?: PushSubscription | null;
    newSubscription?: PushSubscription | null;
  };
  (event as ExtendableEvent).waitUntil(renew(oldSubscription, newSubscription));
});

/** Sends a renewed subscription to the server. A failure is repaired at the next visit. */
async function renew(before?: PushSubscription | null, after?: PushSubscription | null): Promise<void> {
  const subscription = after ?? (before && (await self.registration.pushManager.subscribe(before.options)));
  if (!subscription) return;
  await fetch('/api/me/devices', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': navigator.language },
    body: JSON.stringify(thisDevice(navigator.userAgent, 0, subscription)),
  });
}

function worker(): Worker {
  const { registration, clients } = self;
  const { setAppBadge } = navigator as WorkerNavigator & { setAppBadge?(count: number): Promise<void> };
  return {
    agent: navigator.userAgent,
    now: () => Date.now(),
    registration,
    windows: () => clients.matchAll({ type: 'window', includeUncontrolled: true }),
    openWindow: (url) => clients.openWindow(url),
    ...(setAppBadge ? { setBadge: (count: number) => setAppBadge.call(navigator, count) } : {}),
  };
}
