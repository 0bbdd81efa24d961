import type { Messages } from '../messages';
import { dayWords } from '../messages/time';
import type { ListedMemo } from '../sync/changes';
import { itemOf, type Line, needsBox } from './pasted';
import { rowsByDay } from './rows';

/** The words of the texts for the clipboard. */
export interface Wording {
  t: Messages;
  language: string;
  now: number;
}

/** A list of memos as plain text, which linesOf reads as the same memos: a line for each day, and each memo, with a box if one is done. */
export function listAsText(memos: readonly ListedMemo[], { t, language, now }: Wording): string {
  const boxed = memos.some((memo) => needsBox(lineOf(memo)));
  const lines = rowsByDay(memos).map(({ at, memo }, i) => {
    if (memo) return itemOf(lineOf(memo), boxed);
    const { title, aside } = dayWords(at, now, t, language);
    return `${i > 0 ? '\n' : ''}${title}${aside && ` ${aside}`}`;
  });
  return lines.join('\n');
}

const lineOf = ({ content, doneAt }: ListedMemo): Line => ({ text: content, done: !!doneAt });
