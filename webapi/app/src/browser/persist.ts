import type { Browser } from './browser';

/** Where the browser keeps that it was asked. */
const slot = 'persist';

/** Asks the browser once not to clear away by itself what this device keeps; some ask the person then. */
export async function askToPersist({
  localStorage,
  navigator,
}: Pick<Browser, 'localStorage' | 'navigator'>): Promise<void> {
  const { storage } = navigator;
  if (!storage?.persist || localStorage.getItem(slot) || (await storage.persisted())) return;
  localStorage.setItem(slot, 'asked');
  await storage.persist();
}
