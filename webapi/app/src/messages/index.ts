import { en } from './en';
import { familyEn } from './family_en';
import { familyJa } from './family_ja';
import { ja, type Messages } from './ja';
import type { Language } from './pick';

export { type Language, pickLanguage } from './pick';
export type { Messages };

/** What every language must say in the family's place, which is loaded later. */
export type FamilyMessages = typeof familyJa;

/** Every catalogue, by language. A page loads one of them, in two parts: see words.ts. */
export const catalogues: Record<Language, Messages & FamilyMessages> = {
  ja: { ...ja, ...familyJa },
  en: { ...en, ...familyEn },
};
