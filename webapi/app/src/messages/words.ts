import type { Messages } from './index';
import { pickLanguage, type Language } from './pick';

/** The reader's language, fixed for the life of the page. */
export const language: Language = pickLanguage(navigator.languages ?? []);

/** The sentences in the reader's language; the others are not loaded. */
export const t: Messages = language === 'ja' ? (await import('./ja')).ja : (await import('./en')).en;
