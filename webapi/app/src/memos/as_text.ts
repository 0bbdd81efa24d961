import type { FamilyMessages, Messages } from '../messages';
import { oneLine } from '../messages/text';
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

/** A list of memos as plain text: a line for each day, and one for each memo with who and when. */
export function listAsText(memos: readonly ListedMemo[], { t, language, now, nameOf }: Wording): string {
  const lines = rowsByDay(memos).map(({ at, memo }, i) => {
    if (memo) return t.copyLine(oneLine(memo.content), nameOf(memo), clockTime(at, language));
    const { title, aside } = dayWords(at, now, t, language);
    return `${i > 0 ? '\n' : ''}${title}${aside && ` ${aside}`}`;
  });
  return lines.join('\n');
}
