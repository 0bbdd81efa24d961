/** The languages the app speaks. */
export type Language = 'ja' | 'en';

/** The first language of the reader's that the app speaks; English if none. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'ja' || primary === 'en') return primary;
  }
  return 'en';
}
