import { useEffect, useId } from 'preact/hooks';
import { memosOf } from '../../memos/pasted';
import { lengthOf, maxContent, tidy } from '../../messages/text';
import { useFamily } from '../page_context';

interface PastedProps {
  /** Adds memos, the last of them first in the list. */
  add: (...texts: string[]) => void;
  /** Goes on writing. */
  keep: () => void;
}

/** Asks once whether pasted lines are one memo or several. The answer sends them. */
export function Pasted({ add, keep }: PastedProps) {
  const { t, draft, notices } = useFamily();
  const question = useId();
  const several = memosOf(draft.value);
  const fits = lengthOf(draft.value) <= maxContent;
  const asks = several.length > 0;
  useEffect(() => (asks ? notices.say(t.pasted) : keep()), [asks]);
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
      <button
        type="button"
        class="button"
        id={fits ? undefined : 'paste'}
        onClick={() => add(...[...several].reverse())}
        data-testid="paste-many"
      >
        {t.pasteMany(several.length)}
      </button>
    </div>
  );
}
