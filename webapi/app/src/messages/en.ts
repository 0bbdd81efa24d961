import { appEn } from './app_en';
import { memosEn } from './memos_en';
import type { Messages } from './ja';

/** The English sentences that the page begins with. */
export const en: Messages = { ...appEn, ...memosEn };
