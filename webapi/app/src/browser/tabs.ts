/** How the tabs of one browser exchange messages T, and take turns. */
export interface Tabs<T> {
  /** Notifies the other tabs of a change. */
  tell(message: T): void;
  /** Calls heard with each message of another tab. */
  hear(heard: (message: T) => void): void;
  /** Runs a job while no other tab runs one of that name; without Web Locks, at once. */
  alone(name: string, job: () => Promise<void>): Promise<void>;
  /** The names for which a tab of this browser runs a job; undefined if that cannot be known. */
  held(): Promise<ReadonlySet<string> | undefined>;
  /** Closes the channel: nothing is sent or received after that. */
  close(): void;
}

/** The tabs of this browser, which hear each other by a channel's name. */
export function tabsOf<T>(name: string): Tabs<T> {
  let channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
  return {
    tell: (message) => channel?.postMessage(message),
    hear: (heard) => channel?.addEventListener('message', (event: MessageEvent<T>) => heard(event.data)),
    async alone(lock, job) {
      let begun = false;
      const begin = () => ((begun = true), job());
      if (!('locks' in navigator)) return job(); // not over https
      await navigator.locks.request(lock, begin).catch((e: unknown) => {
        if (begun) throw e;
        return job(); // a browser that refuses storage refuses locks too
      });
    },
    async held() {
      const { held } = (await navigator.locks?.query()) ?? {};
      return held && new Set(held.map(({ name = '' }) => name));
    },
    close() {
      channel?.close();
      channel = null; // a closed channel throws when it posts
    },
  };
}
