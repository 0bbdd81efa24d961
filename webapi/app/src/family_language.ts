import { language, t as shell } from './language';
import type { FamilyMessages, Messages } from './messages';

/**
 * The sentences of the page and of the family's place in the reader's language. Only
 * what is loaded with that place may import this.
 */
export const t: Messages & FamilyMessages = {
  ...shell,
  ...(language === 'ja' ? (await import('./messages/family_ja')).familyJa : (await import('./messages/family_en')).familyEn),
};
