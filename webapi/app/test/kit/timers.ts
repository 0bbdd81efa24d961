import type { TestContext } from 'vitest';

type Handle = ReturnType<typeof setTimeout>;

/** Counts the pending timers that are set from now on. Those left at the end of the test are cleared. */
export function countTimers(t: TestContext): () => number {
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  const waiting = new Set<unknown>();
  const clear = (handle: unknown) => {
    waiting.delete(handle);
    clearTimeout(handle as Handle); // clears an interval as well
  };
  const mocked = {
    setTimeout(job: (...args: unknown[]) => void, ...rest: [number]) {
      const handle = setTimeout((...args: unknown[]) => (waiting.delete(handle), job(...args)), ...rest);
      waiting.add(handle);
      return handle;
    },
    setInterval(...args: Parameters<typeof setInterval>) {
      const handle = setInterval(...args);
      waiting.add(handle);
      return handle;
    },
    clearTimeout: clear,
    clearInterval: clear,
  };
  Object.assign(globalThis, mocked);
  t.onTestFinished(() => {
    for (const handle of waiting) clearTimeout(handle as Handle);
    Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval });
  });
  return () => waiting.size;
}
