import { accountEn } from './account_en';
import { accountJa } from './account_ja';
import { en } from './en';
import { familyEn } from './family_en';
import { familyJa } from './family_ja';
import { ja, type Messages } from './ja';
import type { Language } from './pick';
import { welcomeEn } from './welcome_en';
import { welcomeJa } from './welcome_ja';

export { type Language, pickLanguage } from './pick';
export type { Messages };

/** What every language must say in the family's place, which is loaded later. */
export type FamilyMessages = typeof familyJa;

/** What every language must say about a person's account, which comes with the family's place. */
export type AccountMessages = typeof accountJa;

/** What every language must say to a person who is not signed in. */
export type WelcomeMessages = typeof welcomeJa;

/** Every catalogue, by language. A page loads one of them, in parts: see words.ts. */
export const catalogues: Record<Language, Messages & FamilyMessages & AccountMessages & WelcomeMessages> = {
  ja: { ...ja, ...familyJa, ...accountJa, ...welcomeJa },
  en: { ...en, ...familyEn, ...accountEn, ...welcomeEn },
};
