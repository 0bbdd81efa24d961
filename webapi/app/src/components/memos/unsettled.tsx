import type { Change, ListedMemo } from '../../sync/changes';
import { draft } from '../../memos/draft';
import { openEditor } from '../../memos/edits';
import { t } from '../../messages/words';
import { problemOf, retry, takeBack } from '../../memos/actions';
import { found } from '../../memos/search';
import { connected, memos, selected } from '../../sync/lists';
import { stopListening } from '../../memos/voice';
import { focusComposer } from './composer';
import { Conflict } from './conflict';

/** What a change that is not done leaves to its writer; nothing while it is on its way. */
export function Unsettled({ memo, change }: { memo: ListedMemo; change: Change }) {
  if (change.state === 'conflict' && change.theirs) return <Conflict change={change} theirs={change.theirs} />;
  if (change.state === 'failed') return <Failed memo={memo} change={change} />;
  return change.kind === 'add' && change.state === 'waiting' && !connected.value ? <Rewrite memo={memo} change={change} /> : null;
}

function Failed({ memo, change }: { memo: ListedMemo; change: Change }) {
  const written = change.kind === 'add' || change.kind === 'edit';
  const notYet = change.error?.reason === 'not_yet';
  return (
    <>
      <p class="problem" data-testid="memo-problem">
        {notYet ? problemOf(change) : t.notSent(problemOf(change))}
      </p>
      <p class="choices">
        {!notYet && (
          <button type="button" class="button" onClick={() => void retry(change.key)} data-testid="memo-retry">
            {t.tryAgain}
          </button>
        )}
        {written ? (
          <RewriteButton memo={memo} change={change} />
        ) : (
          <button type="button" class="button plain" onClick={() => takeBack(change.key)} data-testid="memo-leave">
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
  return (
    <button type="button" class="button plain" onClick={() => rewrite(memo, change)} data-testid="memo-rewrite">
      {t.rewrite}
    </button>
  );
}

/**
 * Takes a text back to where it was written: an edit's into the editor while its
 * memo is there, all others before what is being written now.
 */
export function rewrite(memo: ListedMemo, change: Change): void {
  const text = takeBack(change.key);
  const there = [...memos.value, ...found.value.memos].some((m) => m.id === memo.id);
  if (change.kind === 'edit' && there) {
    selected.value = memo.id;
    return openEditor(change.base ?? memo, text);
  }
  stopListening(); // it would write over what comes back
  draft.value = [text, draft.value].filter(Boolean).join(' ');
  focusComposer();
}
