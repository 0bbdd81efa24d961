import { firstLimit } from './feed';

/** The pending answers that the page's first script requested, by address. */
export type Early = Map<string, Promise<Response>>;

declare global {
  interface Window {
    early?: Early;
  }
}

/** How long after the navigation such an answer is used, in milliseconds: later it may be out of date. */
const usedFor = 10_000;

/** Requests the person, and the first page of memos, in a language. */
export function askEarly(language: string, fetcher: typeof fetch = (...args) => fetch(...args)): Early {
  const ask = (address: string): [string, Promise<Response>] => {
    const signal = AbortSignal.timeout(usedFor);
    const answer = fetcher(address, { headers: { 'Accept-Language': language }, cache: 'no-store', signal });
    answer.catch(() => undefined); // the page sends the request again
    return [address, answer];
  };
  return new Map([ask('/api/me'), ask(`/api/memos?limit=${firstLimit}`)]);
}

/** A fetch that uses each early answer once, if it is good, and sends every other request. A write discards them. */
export function withEarly(
  early: Early,
  fetcher: typeof fetch = (...args) => fetch(...args),
  now: () => number = () => performance.now(),
): typeof fetch {
  return async (address, init) => {
    const answer = early.get(String(address));
    early.delete(String(address));
    if (init?.method !== 'GET') early.clear();
    else if (answer && now() < usedFor) {
      const early = await answer.catch(() => undefined);
      if (early?.ok) return early;
    }
    return fetcher(address, init);
  };
}
