import { addresses } from './addresses';

/** The addresses that show the page; any of them can be shown by the kept shell. */
const shellPaths: ReadonlySet<string> = new Set([...Object.values(addresses), '/join', '/share']);

/**
 * How long the network may take before the kept shell is shown, in milliseconds: a network at home is faster, so that a
 * new version is there at once, and on a slow one the page does not wait. That there is a newer one is said then.
 */
const shellPatience = 150;

/** Whether an address of this server shows the page. */
export const showsShell = (path: string): boolean => shellPaths.has(path) || /^\/memos\/[^/]+$/.test(path);

/**
 * The page from the network if it comes in time and well, else as it was kept.
 * Without a kept one the network has all the time it wants.
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

/** An answer that can be shown; a server in trouble is not one. A redirect is for the browser to follow. */
const well = (answer: Response) => (answer.status < 500 ? answer : undefined);

const later = (ms: number) => new Promise<undefined>((done) => setTimeout(() => done(undefined), ms));
