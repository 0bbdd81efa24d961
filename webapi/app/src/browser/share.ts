/**
 * The text that another app shares with this page (GET /share): title, text and address in one line, without
 * repetitions. A list keeps its lines, below its title.
 */
export function sharedText(search: string): string {
  const given = new URLSearchParams(search);
  const parts: string[] = [];
  for (const name of ['title', 'text', 'url']) {
    const part = (given.get(name) ?? '').trim();
    if (part && !parts.some((p) => p.includes(part))) parts.push(part);
  }
  const kept = parts.filter((part, i) => !parts.some((p, j) => j > i && p.includes(part)));
  const text = kept.join('\n');
  if (!kept.some((part) => part.includes('\n'))) return kept.join(' ');
  return kept[0] === given.get('title')?.trim() ? text.replace(/:?\n/, ':\n') : text;
}
