import { appEn } from './app_en';
import type { Messages } from './ja';
import { memosEn } from './memos_en';

/** The English sentences that the page begins with. */
export const en: Messages = { ...appEn, ...memosEn };
