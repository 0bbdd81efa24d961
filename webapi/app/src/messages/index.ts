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

/** What every language must say about a person's account, which comes with the family's place. */
export type AccountMessages = typeof accountJa;

/** What every language must say in joining, in the family's place, in the trash, in conflicts and in the list of shortcuts, which comes with them. */
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
