import type { FamilyMessages, Messages } from '../messages';
import { clockTime, dayWords } from '../messages/time';
import type { ListedMemo } from '../sync/changes';
import { rowsByDay } from './rows';

/** How the texts for the clipboard are worded. */
export interface Wording {
  t: Messages & Pick<FamilyMessages, 'copyLine'>;
  language: string;
  now: number;
  nameOf: (memo: ListedMemo) => string;
}

/** A list of memos as plain text: a line for each day, and each memo with its lines, who and when. */
export function listAsText(memos: readonly ListedMemo[], { t, language, now, nameOf }: Wording): string {
  const lines = rowsByDay(memos).map(({ at, memo }, i) => {
    if (memo) return t.copyLine(memo.content.replace(/\n/g, '\n  '), nameOf(memo), clockTime(at, language));
    const { title, aside } = dayWords(at, now, t, language);
    return `${i > 0 ? '\n' : ''}${title}${aside && ` ${aside}`}`;
  });
  return lines.join('\n');
}
