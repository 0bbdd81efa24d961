/** The page's version: the hash in its script's name, which changes with every change of it. */
export function versionOf(address: string): string {
  return /-([A-Z0-9]{8})\.js/.exec(address)?.[1] ?? '-';
}

/** The version of this page, by the script that index.html begins with. */
export const pageVersion = (): string => versionOf(document.querySelector('script')?.src ?? '');
