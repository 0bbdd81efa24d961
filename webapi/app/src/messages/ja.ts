import { appJa } from './app_ja';
import { memosJa } from './memos_ja';

/** The Japanese sentences that the page begins with. Their keys and arguments are the catalogue's shape. */
export const ja = { ...appJa, ...memosJa };

/** What every language must say from the beginning. */
export type Messages = typeof ja;
