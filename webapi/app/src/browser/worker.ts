import type { Signal } from '@preact/signals';
import { trusted } from './trusted';

/** The script of the service worker, the only script address that this page creates in code. */
const script = '/sw.js';

/** How long a page may be open before it looks for a newer version, in milliseconds. */
const checkEvery = 60 * 60 * 1000;

/**
 * Registers the service worker, where possible, so that the page opens without the server. updateWaiting becomes true
 * when a newer version waits for a reload.
 */
export async function keepShell(updateWaiting: Signal<boolean>): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const first = !serviceWorker.controller;
  serviceWorker.addEventListener('controllerchange', () => (updateWaiting.value = !first || updateWaiting.value));
  try {
    const [address = ''] = trusted([script]);
    const registration = await serviceWorker.register(address, { scope: '/', updateViaCache: 'none' });
    setInterval(() => void registration.update().catch(() => undefined), checkEvery);
  } catch {
    return; // private windows and plain http: the page works without
  }
}
