import { millisOf } from '../browser/uuid';
import type { Change } from './changes';
import type { Memo } from './model';

/** How many characters at the end of a memo's id depend only on its key. */
const hashed = 12;

/** How many digits before them are the milliseconds of its key. */
const digits = 13;

/**
 * The memos of a list that are unsent here, since another tab has sent them or the answer is still on its way: the key
 * here by the id there. The server makes the id of a memo from its author, the milliseconds of its key, and a hash of
 * the key.
 */
export function listedAdds(
  memos: readonly Memo[],
  changes: readonly Change[],
  userId: string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { kind, state, key } of changes) {
    if (kind !== 'add' || state === 'failed') continue;
    const at = String(millisOf(key)).padStart(digits, '0');
    const begin = encoded(`${userId}\n${at}`);
    const memo = memos.find(({ id }) => id.startsWith(begin) && decoded(id).slice(-digits - hashed, -hashed) === at);
    if (memo) found.set(memo.id, key);
  }
  return found;
}

/** Base64url of a text, as far as it does not depend on the text after it. */
function encoded(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  const base64 = btoa(bytes.slice(0, bytes.length - (bytes.length % 3)));
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

/** The bytes of base64url. */
function decoded(id: string): string {
  return atob(id.replaceAll('-', '+').replaceAll('_', '/'));
}
