/** The page's version: the hash in its script's name, which differs for every build that differs. */
export function versionOf(address: string): string {
  return /-([A-Z0-9]{8})\.js/.exec(address)?.[1] ?? '-';
}

/** The version of this page, from the first script of index.html. */
export const pageVersion = (): string => versionOf(document.querySelector('script')?.src ?? '');
