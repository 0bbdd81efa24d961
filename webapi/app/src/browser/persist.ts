import type { Browser } from './browser';

/** The storage key that records the request. */
const slot = 'persist';

/** Asks the browser once for persistent storage; some browsers ask the person then. */
export async function askToPersist({
  localStorage,
  navigator,
}: Pick<Browser, 'localStorage' | 'navigator'>): Promise<void> {
  const { storage } = navigator;
  if (!storage?.persist || localStorage.getItem(slot) || (await storage.persisted())) return;
  localStorage.setItem(slot, 'asked');
  await storage.persist();
}
