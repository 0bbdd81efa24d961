import { useEffect, useId } from 'preact/hooks';
import { canBeSeveral, type Line, linesOf, most } from '../../memos/pasted';
import { lengthOf, maxContent, tidy } from '../../messages/text';
import { useFamily } from '../page_context';

interface PastedProps {
  /** Adds memos, the first of them first in the list. */
  add: (text: string | readonly Line[]) => void;
  /** Goes on writing. */
  keep: () => void;
}

/** Asks once whether lines that came together are one memo or several. The answer sends them. */
export function Pasted({ add, keep }: PastedProps) {
  const { t, draft, notices } = useFamily();
  const question = useId();
  const { memos, headings } = linesOf(draft.value);
  const fits = lengthOf(draft.value) <= maxContent;
  const tooMany = memos.length > most;
  const asks = canBeSeveral(memos);
  const done = memos.filter((memo) => memo.done).length;
  const notes = [
    tooMany && t.pasteTooMany(memos.length, most),
    headings.length > 0 && !tooMany && t.pasteHeadings(headings.join(' / ')),
  ].filter((note) => note !== false);
  useEffect(() => (asks ? notices.say([t.pasted, ...notes].join(' ')) : keep()), [asks]);
  if (!asks) return null;
  return (
    <div class="paste" role="group" aria-labelledby={question} onKeyDown={(event) => event.key === 'Escape' && keep()}>
      <span class="unseen" id={question}>
        {t.pasted}
      </span>
      {fits && (
        <button type="button" class="button" id="paste" onClick={() => add(tidy(draft.value))} data-testid="paste-one">
          {t.pasteOne}
        </button>
      )}
      {!tooMany && (
        <button
          type="button"
          class="button"
          id={fits ? undefined : 'paste'}
          onClick={() => add(memos)}
          data-testid="paste-many"
        >
          {done > 0 ? t.pasteDone(memos.length, done) : t.pasteMany(memos.length)}
        </button>
      )}
      {notes.length > 0 && <p data-testid="paste-note">{notes.join(' ')}</p>}
    </div>
  );
}
