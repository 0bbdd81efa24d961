import type { Browser } from './browser';

/** Keeps the screen on, where the browser can, as long as the page is visible; returns a function that ends it. */
export function keepAwake({ document, navigator }: Pick<Browser, 'document' | 'navigator'>): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  const life = new AbortController();
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== 'visible') return; // the browser has released it by itself
    const got = await navigator.wakeLock.request('screen');
    if (life.signal.aborted) await got.release();
    else lock = got;
  };
  const keep = () => void ask().catch(() => undefined); // refused, as with a low battery
  document.addEventListener('visibilitychange', keep, { signal: life.signal });
  keep();
  return () => {
    life.abort();
    void lock?.release();
  };
}
