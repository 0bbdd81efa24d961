import { useEffect, useRef } from 'preact/hooks';
import type { Change, ListedMemo } from '../../sync/changes';
import { kinds } from '../../sync/kinds';
import type { Edit } from '../../sync/store/store';
import type { FamilyPage } from '../page_context';
import { PlaceLink } from '../place_link';
import { useRare } from '../rare_words';
import { focusComposer } from './composer';
import { Conflict } from './conflict';

/** The actions on a change that failed or conflicts; nothing while it is being sent. */
export function Unsettled({ memo, change }: { memo: ListedMemo; change: Change }) {
  const { theirs } = change;
  if (theirs) return <Conflict memo={memo} change={change} theirs={theirs} />;
  return change.state === 'failed' ? <Failed memo={memo} change={change} /> : null;
}

function Failed({ memo, change }: { memo: ListedMemo; change: Change }) {
  const page = useRare();
  const { t, memos } = page;
  const notYet = change.error?.reason === 'not_yet';
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const seen = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && memos.saysItself(change.key), {
      rootMargin: `0px 0px -${document.querySelector<HTMLElement>('.dock')?.offsetHeight ?? 0}px`,
      threshold: 0.5,
    });
    seen.observe(box.current!);
    return () => seen.disconnect();
  }, [change.key]);
  return (
    <div class="unsettled" ref={box}>
      <p class="meta" data-testid="memo-problem">
        {memos.problemOf(change)}
      </p>
      {!notYet && (
        <button type="button" class="retry" onClick={() => void memos.box.retry(change.key)} data-testid="memo-retry">
          {t.tryAgain}
        </button>
      )}
      {kinds[change.kind].text ? (
        <button type="button" class="plain" onClick={() => rewrite(page, memo, change)} data-testid="memo-rewrite">
          {t.edit}
        </button>
      ) : (
        <button type="button" class="plain" onClick={() => memos.box.takeBack(change.key)} data-testid="memo-leave">
          {t.leaveIt}
        </button>
      )}
      {change.error?.reason === 'list_full' && (
        <PlaceLink to="trash" class="plain" data-testid="memo-to-trash">
          {t.trash}
        </PlaceLink>
      )}
    </div>
  );
}

/** A text that was taken back, with the text written for its memo since, which may begin with it. */
function withBegun(text: string, begun?: Edit): string {
  if (!begun || begun.text === begun.memo.content) return text;
  return begun.memo.content === text ? begun.text : `${text}\n${begun.text}`;
}

/**
 * Takes a text back to where it was written: an edit's into the editor while its
 * memo exists, all others before the text being written now.
 */
export function rewrite(
  {
    memos,
    lists,
    search,
    places,
    edits,
    draft,
  }: Pick<FamilyPage, 'memos' | 'lists' | 'search' | 'places' | 'edits' | 'draft'>,
  memo: ListedMemo,
  change: Change,
): void {
  const text = memos.box.takeBack(change.key);
  const there = [...lists.memos.value, ...search.found.value.memos].some((m) => m.id === memo.id);
  if (change.kind === 'edit' && there) {
    places.selected.value = memo.id;
    return edits.open(change.base ?? memo, withBegun(text, edits.all.value.get(memo.id)));
  }
  draft.value = [text, draft.value].filter(Boolean).join(' ');
  focusComposer();
}
