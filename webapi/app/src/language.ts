import { catalogues, pickLanguage, type Language, type Messages } from './messages';

/** The reader's language, fixed for the life of the page. */
export const language: Language = pickLanguage(navigator.languages ?? []);

/** The sentences in the reader's language. */
export const t: Messages = catalogues[language];
