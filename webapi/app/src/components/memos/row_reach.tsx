import type { ListedMemo } from '../../sync/changes';
import { useFamily } from '../page_context';
import { actsOf } from './acts';
import { Swipe } from './swipe';

interface RowReachProps {
  memo: ListedMemo;
  /** What came to the row. */
  by: PointerEvent;
  /** Ends it. */
  end: () => void;
}

/** What a pointer can do in a row beside pressing it: the buttons under a mouse, or a swipe. */
export function RowReach({ memo, by, end }: RowReachProps) {
  const { wide } = useFamily();
  if (by.pointerType === 'touch') return <Swipe memo={memo} end={end} />;
  return wide.value ? <Tools memo={memo} /> : null;
}

function Tools({ memo }: { memo: ListedMemo }) {
  const page = useFamily();
  return (
    <span class="tools">
      {actsOf(memo, page).map(
        ({ name, icon, word, run }) =>
          name !== 'mark' &&
          name !== 'link' && (
            <button
              key={name}
              type="button"
              class="icon-button"
              tabIndex={-1}
              aria-label={word}
              title={word}
              onClick={run}
              data-testid={`quick-${name}`}
            >
              {icon}
            </button>
          ),
      )}
    </span>
  );
}
