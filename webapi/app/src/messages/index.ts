import { en } from './en';
import { ja, type Messages } from './ja';

export type { Messages };

/** The languages the app speaks. */
export type Language = 'ja' | 'en';

/** Every catalogue, by language. */
export const catalogues: Record<Language, Messages> = { ja, en };

/** The first language of the reader's that the app speaks; English if none. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary === 'ja' || primary === 'en') return primary;
  }
  return 'en';
}
