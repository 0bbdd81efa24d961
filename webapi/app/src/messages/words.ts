import type { FamilyMessages, Messages, WelcomeMessages } from '.';
import type { Language } from './pick';

/** Loads the sentences that the page begins with, in one language: the others stay where they are. */
export async function loadWords(language: Language): Promise<Messages> {
  return language === 'ja' ? (await import('./ja')).ja : (await import('./en')).en;
}

/** Loads the sentences of the part loaded after the list. */
export async function loadFamilyWords(language: Language): Promise<FamilyMessages> {
  return language === 'ja' ? (await import('./family_ja')).familyJa : (await import('./family_en')).familyEn;
}

/** Loads the sentences for a person who is not signed in. */
export async function loadWelcomeWords(language: Language): Promise<WelcomeMessages> {
  return language === 'ja' ? (await import('./welcome_ja')).welcomeJa : (await import('./welcome_en')).welcomeEn;
}
