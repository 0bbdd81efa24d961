import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedMemo } from '../../sync/changes';
import { Icon } from '../icon';
import { useFamily } from '../page_context';
import { actsOf } from './acts';
import { follow } from './swiping';

/** A row under a finger: to the left it uncovers edit and delete, and to the right it marks the memo as done. */
export function Swipe({ memo, end }: { memo: ListedMemo; end: () => void }) {
  const page = useFamily();
  const { t, memos } = page;
  const acts = actsOf(memo, page).filter(({ name }) => name === 'edit' || name === 'delete'); // as wide as swiping.ts says
  const under = useRef<HTMLDivElement>(null);
  const latest = useRef(memo);
  latest.current = memo;
  useLayoutEffect(() => {
    const left = new AbortController();
    const mark = () => void memos.done(latest.current, !latest.current.doneAt);
    follow(under.current!.closest('li')!, { mark, end, left: left.signal });
    return () => left.abort();
  }, []);
  return (
    <>
      <div class="under finish" aria-hidden="true">
        <Icon name="check" />
        {memo.doneAt ? t.undoIt : t.doIt}
      </div>
      <div class="under" ref={under} aria-hidden="true">
        {acts.map(({ name, icon, word, run }) => (
          <button
            key={name}
            type="button"
            class={name === 'delete' ? 'bad' : undefined}
            tabIndex={-1}
            onClick={(event) => (end(), run(event))}
            data-testid={`swipe-${name}`}
          >
            {icon}
            {word}
          </button>
        ))}
      </div>
    </>
  );
}
