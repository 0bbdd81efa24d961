import { appEn } from './app_en';
import { memosEn } from './memos_en';
import { familyEn } from './family_en';
import type { Messages } from './ja';

/** The English sentences. */
export const en: Messages = { ...appEn, ...memosEn, ...familyEn };
