import { language, t as shell } from './words';
import type { FamilyMessages, Messages } from './index';

/**
 * The sentences of the page and of the family's place in the reader's language. Only
 * what is loaded with that place may import this.
 */
export const t: Messages & FamilyMessages = {
  ...shell,
  ...(language === 'ja' ? (await import('./family_ja')).familyJa : (await import('./family_en')).familyEn),
};
