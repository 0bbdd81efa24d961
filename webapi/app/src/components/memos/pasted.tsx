import { useEffect, useId } from 'preact/hooks';
import { canBeSeveral, type Line, linesOf, most } from '../../memos/pasted';
import { lengthOf, maxContent, tidy } from '../../messages/text';
import { Icon } from '../icon';
import { useFamily } from '../page_context';

interface PastedProps {
  /** Adds memos, the first on top of the list. */
  add: (text: string | readonly Line[]) => void;
  /** Continues writing. */
  keep: () => void;
}

/** Asks once whether lines inserted together are one memo or several, if both are possible, and sends them. */
export function Pasted({ add, keep }: PastedProps) {
  const { t, draft, notices } = useFamily();
  const question = useId();
  const { memos, headings } = linesOf(draft.value);
  const tooMany = memos.length > most;
  const fits = !tooMany && lengthOf(draft.value) <= maxContent;
  const asks = canBeSeveral(memos);
  const done = memos.filter((memo) => memo.done).length;
  const sentence = tooMany
    ? t.pasteTooMany(memos.length, most)
    : fits
      ? t.pasted(memos.length + headings.length)
      : t.pasteEach(memos.length);
  const note = headings.length > 0 && !tooMany && t.pasteHeadings(headings.join(' / '));
  useEffect(() => (asks ? notices.say(note ? `${sentence} ${note}` : sentence) : keep()), [asks]);
  if (!asks) return null;
  return (
    <div class="paste" role="group" aria-labelledby={question} onKeyDown={(event) => event.key === 'Escape' && keep()}>
      <p id={question} data-testid="paste-question">
        {sentence}
      </p>
      <button
        type="button"
        class="icon-button"
        id={tooMany ? 'paste' : undefined}
        aria-label={t.close}
        title={t.close}
        onClick={keep}
        data-testid="paste-close"
      >
        <Icon name="close" />
      </button>
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
      {note && <p data-testid="paste-note">{note}</p>}
    </div>
  );
}
