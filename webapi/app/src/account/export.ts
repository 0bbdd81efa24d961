import type { Http } from '../sync/http';
import { ApiError } from '../sync/model';

/** Milliseconds that a part may take: it contains thousands of memos. */
export const partWithin = 60_000;

/** A file and its name. */
export interface NamedFile {
  name: string;
  content: Blob;
}

/**
 * Joins an export that the server sends in parts; undefined if it is one answer, which the browser saves itself. A part
 * that was requested too soon is requested again when the server allows it.
 */
export async function fileInParts(
  http: Http,
  path: string,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Promise<NamedFile | undefined> {
  if (!nextOf(await http.send('HEAD', path))) return undefined;
  const parts: Blob[] = [];
  let name = '';
  for (let next = path; next; ) {
    try {
      const answer = await http.send('GET', next);
      parts.push(await answer.blob());
      name ||= /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
      next = nextOf(answer);
    } catch (e) {
      if (!(e instanceof ApiError) || e.status !== 429) throw e;
      await wait(e.retryAfter || 1000);
    }
  }
  return { name, content: new Blob(parts) };
}

/** The path of the next part, to which an answer links by the public address; "" for the last one. */
const nextOf = (answer: Response): string =>
  /(\/api\/export[^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1] ?? '';
