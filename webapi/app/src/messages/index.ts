import { accountEn } from './account_en';
import { accountJa } from './account_ja';
import { en } from './en';
import { familyEn } from './family_en';
import { familyJa } from './family_ja';
import { ja, type Messages } from './ja';
import type { Language } from './pick';
import { rareEn } from './rare_en';
import { rareJa } from './rare_ja';
import { welcomeEn } from './welcome_en';
import { welcomeJa } from './welcome_ja';

export { type Language, pickLanguage } from './pick';
export type { Messages };

/** The sentences that every language has in the part loaded after the list. */
export type FamilyMessages = typeof familyJa;

/** The sentences of every language about a person's account, which are loaded with the family's place. */
export type AccountMessages = typeof accountJa;

/** The sentences of every language for joining, the family's place, the trash, conflicts and shortcuts. */
export type RareMessages = typeof rareJa;

/** The sentences that every language has for the page without a session. */
export type WelcomeMessages = typeof welcomeJa;

/** Every catalogue, by language. A page loads one of them, in parts: see words.ts. */
export const catalogues: Record<
  Language,
  Messages & FamilyMessages & AccountMessages & RareMessages & WelcomeMessages
> = {
  ja: { ...ja, ...familyJa, ...accountJa, ...rareJa, ...welcomeJa },
  en: { ...en, ...familyEn, ...accountEn, ...rareEn, ...welcomeEn },
};
