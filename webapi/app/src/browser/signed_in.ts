/**
 * Whether the browser seems to be signed in, by the cookie that the server keeps for the page (document.cookie). Only its
 * "0" says that there is no session; without the cookie the page has to ask. A "1" outweighs it: another host of the same
 * site can add a cookie of that name.
 */
export function signedInHint(cookie: string): boolean {
  const hints = cookie.split(/;\s*/);
  return hints.includes('signed_in=1') || !hints.includes('signed_in=0');
}
