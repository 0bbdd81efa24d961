import { linkToken, wanted } from '../sync/lists';

/** Tokens of links, and those of earlier versions, whose links are dead five minutes after an upgrade. */
const present = /^[\w-]{22}$/;
const earlier = /^[\w-]+\.[\w-]{22}$/;

/**
 * Takes the token of an invite link out of the address, so that it is in no entry of
 * the history; from then on it is in memory only.
 */
export function takeLink(): void {
  if (location.pathname !== '/join') return;
  const given = location.hash.slice(1) || earlierToken();
  if (location.hash || location.search) history.replaceState(null, '', '/join');
  if (given) linkToken.value = present.test(given) || earlier.test(given) ? given : '';
}

/** The token in the address of an earlier version's link; "" for none. */
function earlierToken(): string {
  const given = new URLSearchParams(location.search).get('token') ?? '';
  return earlier.test(given) ? given : '';
}

/** Puts the invitation away that waits for an answer, and the link that the page was opened with. */
export function dismissInvite(): void {
  wanted.value = null;
  linkToken.value = null;
}

const slot = 'invited';

/** Keeps for this tab that the sign-in which begins carries an invitation. */
export function rememberInvited(): void {
  try {
    sessionStorage.setItem(slot, 'yes');
  } catch {
    // without storage a refusal is told in general words
  }
}

/** Whether the sign-in that one comes back from carried an invitation; it is told once. */
export function takeInvited(): boolean {
  try {
    const invited = sessionStorage.getItem(slot) !== null;
    sessionStorage.removeItem(slot);
    return invited;
  } catch {
    return false;
  }
}
