import type { Messages } from './messages';
import { pickLanguage, type Language } from './messages/pick';

/** The reader's language, fixed for the life of the page. */
export const language: Language = pickLanguage(navigator.languages ?? []);

/** The sentences in the reader's language; the others are not loaded. */
export const t: Messages = language === 'ja' ? (await import('./messages/ja')).ja : (await import('./messages/en')).en;
