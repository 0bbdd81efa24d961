/**
 * Whether the browser seems to be signed in, by the cookie that the server keeps for the page (document.cookie). Only its
 * "0": there is no session; without the cookie the page asks the server. A "1" outweighs it: the cookie has the prefix
 * __Host- except on plain HTTP, and the browser may have one without it from an earlier version.
 */
export function signedInHint(cookie: string): boolean {
  const hints = cookie.split(/[; -]/); // the prefix ends with a hyphen
  return hints.includes('signed_in=1') || !hints.includes('signed_in=0');
}
