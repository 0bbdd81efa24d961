import { en } from './en';
import { ja, type Messages } from './ja';
import type { Language } from './pick';

export { pickLanguage, type Language } from './pick';
export type { Messages };

/** Every catalogue, by language. A page loads one of them: see language.ts. */
export const catalogues: Record<Language, Messages> = { ja, en };
