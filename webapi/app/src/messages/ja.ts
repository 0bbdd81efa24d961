import { appJa } from './app_ja';
import { memosJa } from './memos_ja';

/** The Japanese sentences that the page begins with. Their keys and arguments are the catalogue's shape. */
export const ja = { ...appJa, ...memosJa };

/** The sentences of every language that the page begins with. */
export type Messages = typeof ja;
