import { appJa } from './app_ja';
import { memosJa } from './memos_ja';
import { familyJa } from './family_ja';

/** The Japanese sentences. Their keys and arguments are the catalogue's shape. */
export const ja = { ...appJa, ...memosJa, ...familyJa };

/** What every language must say. */
export type Messages = typeof ja;
