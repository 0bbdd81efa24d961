/**
 * The text of what another app shares with this page (GET /share), in one line:
 * title, text and address, without repeating what one of them says already.
 */
export function sharedText(search: string): string {
  const given = new URLSearchParams(search);
  const parts: string[] = [];
  for (const name of ['title', 'text', 'url']) {
    const part = (given.get(name) ?? '').trim();
    if (part && !parts.some((p) => p.includes(part))) parts.push(part);
  }
  return parts.filter((part, i) => !parts.some((p, j) => j > i && p.includes(part))).join(' ');
}
