import { useId } from 'preact/hooks';
import type { Change } from '../../sync/changes';
import type { Choice } from '../../sync/changes_queue';
import { language, t } from '../../messages/words';
import { resolve } from '../../memos/actions';
import { dateAndClock } from '../../memos/words';
import type { Memo } from '../../sync/model';
import { memberOf, say } from '../../sync/lists';

/** Two people changed one memo: both texts side by side, and the choice. */
export function Conflict({ change, theirs }: { change: Change; theirs: Memo }) {
  const title = useId();
  const edit = change.kind === 'edit';
  return (
    <div class="conflict" role="group" aria-labelledby={title} data-testid="conflict">
      <p id={title} class="conflict-title">{t.conflictTitle}</p>
      <dl>
        <div>
          <dt>{t.conflictMine}</dt>
          <dd data-testid="conflict-mine-text">{edit ? change.content : wishOf(change)}</dd>
        </div>
        <div>
          <dt>{theirsTitle(theirs)}</dt>
          <dd data-testid="conflict-theirs-text">
            {theirs.content}
            {theirs.deleted && <em> {t.conflictInTrash}</em>}
          </dd>
        </div>
      </dl>
      <p class="choices">
        <ChoiceButton change={change} choice="mine" word={edit ? t.keepMine : wishOf(change)} />
        <ChoiceButton change={change} choice="theirs" word={edit ? t.keepTheirs : t.leaveIt} />
        {edit && <ChoiceButton change={change} choice="both" word={t.keepBoth} />}
      </p>
    </div>
  );
}

function ChoiceButton({ change, choice, word }: { change: Change; choice: Choice; word: string }) {
  const settle = () => {
    void resolve(change.key, choice);
    say(t.settled);
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" class="button" onClick={settle} data-testid={`conflict-${choice}`}>
      {word}
    </button>
  );
}

/** What one wanted to do with the memo, for what is not an edit. */
function wishOf({ kind }: Change): string {
  if (kind === 'restore') return t.restore;
  return kind === 'purge' ? t.purge : t.removeIt;
}

function theirsTitle(theirs: Memo): string {
  const name = memberOf(theirs.updatedBy ?? '')?.name ?? '';
  const when = theirs.updatedAt ?? theirs.deletedAt;
  const at = when ? dateAndClock(Date.parse(when), language) : '';
  return [t.conflictTheirs, name, at].filter(Boolean).join(' · ');
}
