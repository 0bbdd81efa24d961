import { addresses } from './addresses';

/** The addresses of the page; the cached shell serves each of them. */
const shellPaths: ReadonlySet<string> = new Set([...Object.values(addresses), '/join', '/share']);

/**
 * How long the network may take before the cached shell is shown, in milliseconds. A network at home is faster, so that
 * a new version is used immediately; on a slow one the page does not wait, and says later that there is a newer
 * version.
 */
const shellPatience = 150;

/** Whether an address of this server shows the page. */
export const showsShell = (path: string): boolean => shellPaths.has(path) || /^\/memos\/[^/]+$/.test(path);

/**
 * The page from the network if a good answer arrives in time, else the cached one. Without a cached one the network may
 * take any time.
 */
export async function networkFirst(
  ask: () => Promise<Response>,
  kept: () => Promise<Response | undefined>,
  patience = shellPatience,
): Promise<Response> {
  const answer = ask();
  const inTime = await Promise.race([answer.then(well, () => undefined), later(patience)]);
  return inTime ?? (await kept()) ?? answer;
}

/** Whether an answer can be shown, which an error of the server cannot. The browser follows a redirect. */
const well = (answer: Response) => (answer.status < 500 ? answer : undefined);

const later = (ms: number) => new Promise<undefined>((done) => setTimeout(() => done(undefined), ms));
