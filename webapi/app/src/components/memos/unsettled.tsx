import type { Page } from '../../page';
import type { Change, ListedMemo } from '../../sync/changes';
import { usePage } from '../page_context';
import { focusComposer } from './composer';
import { Conflict } from './conflict';

/** What a change that is not done leaves to its writer; nothing while it is on its way. */
export function Unsettled({ memo, change }: { memo: ListedMemo; change: Change }) {
  const { connection } = usePage();
  const { theirs } = change;
  if (change.state === 'conflict' && theirs) return <Conflict change={change} theirs={theirs} />;
  if (change.state === 'failed') return <Failed memo={memo} change={change} />;
  return change.kind === 'add' && change.state === 'waiting' && !connection.connected.value ? (
    <Rewrite memo={memo} change={change} />
  ) : null;
}

function Failed({ memo, change }: { memo: ListedMemo; change: Change }) {
  const { t, memos } = usePage();
  const written = change.kind === 'add' || change.kind === 'edit';
  const notYet = change.error?.reason === 'not_yet';
  return (
    <>
      <p class="problem" data-testid="memo-problem">
        {notYet ? memos.problemOf(change) : t.notSent(memos.problemOf(change))}
      </p>
      <p class="choices">
        {!notYet && (
          <button
            type="button"
            class="button"
            onClick={() => void memos.box.retry(change.key)}
            data-testid="memo-retry"
          >
            {t.tryAgain}
          </button>
        )}
        {written ? (
          <RewriteButton memo={memo} change={change} />
        ) : (
          <button
            type="button"
            class="button plain"
            onClick={() => memos.box.takeBack(change.key)}
            data-testid="memo-leave"
          >
            {t.leaveIt}
          </button>
        )}
      </p>
    </>
  );
}

function Rewrite(props: { memo: ListedMemo; change: Change }) {
  return (
    <p class="choices">
      <RewriteButton {...props} />
    </p>
  );
}

function RewriteButton({ memo, change }: { memo: ListedMemo; change: Change }) {
  const page = usePage();
  return (
    <button type="button" class="button plain" onClick={() => rewrite(page, memo, change)} data-testid="memo-rewrite">
      {page.t.rewrite}
    </button>
  );
}

/**
 * Takes a text back to where it was written: an edit's into the editor while its
 * memo is there, all others before what is being written now.
 */
export function rewrite(
  { memos, lists, search, places, edits, voice, draft }: Page,
  memo: ListedMemo,
  change: Change,
): void {
  const text = memos.box.takeBack(change.key);
  const there = [...lists.memos.value, ...search.found.value.memos].some((m) => m.id === memo.id);
  if (change.kind === 'edit' && there) {
    places.selected.value = memo.id;
    return edits.open(change.base ?? memo, text);
  }
  voice.stop(); // it would write over what comes back
  draft.value = [text, draft.value].filter(Boolean).join(' ');
  focusComposer();
}
