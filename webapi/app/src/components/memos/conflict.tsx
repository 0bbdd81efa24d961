import { useId } from 'preact/hooks';
import { dateAndClock } from '../../memos/words';
import type { Messages } from '../../messages';
import type { Page } from '../../page';
import type { Change } from '../../sync/changes';
import type { Choice } from '../../sync/changes_queue';
import type { Memo } from '../../sync/model';
import { usePage } from '../page_context';

/** Two people changed one memo: both texts side by side, and the choice. */
export function Conflict({ change, theirs }: { change: Change; theirs: Memo }) {
  const page = usePage();
  const { t } = page;
  const title = useId();
  const edit = change.kind === 'edit';
  return (
    <div class="conflict" role="group" aria-labelledby={title} data-testid="conflict">
      <p id={title} class="conflict-title">
        {t.conflictTitle}
      </p>
      <dl>
        <div>
          <dt>{t.conflictMine}</dt>
          <dd data-testid="conflict-mine-text">{edit ? change.content : wishOf(change, t)}</dd>
        </div>
        <div>
          <dt>{theirsTitle(theirs, page)}</dt>
          <dd data-testid="conflict-theirs-text">
            {theirs.content}
            {theirs.deleted && <em> {t.conflictInTrash}</em>}
          </dd>
        </div>
      </dl>
      <p class="choices">
        <ChoiceButton change={change} choice="mine" word={edit ? t.keepMine : wishOf(change, t)} />
        <ChoiceButton change={change} choice="theirs" word={edit ? t.keepTheirs : t.leaveIt} />
        {edit && <ChoiceButton change={change} choice="both" word={t.keepBoth} />}
      </p>
    </div>
  );
}

function ChoiceButton({ change, choice, word }: { change: Change; choice: Choice; word: string }) {
  const { t, memos, notices } = usePage();
  const settle = () => {
    void memos.box.resolve(change.key, choice);
    notices.say(t.settled);
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" class="button" onClick={settle} data-testid={`conflict-${choice}`}>
      {word}
    </button>
  );
}

/** What one wanted to do with the memo, for what is not an edit. */
function wishOf({ kind }: Change, t: Messages): string {
  if (kind === 'restore') return t.restore;
  return kind === 'purge' ? t.purge : t.removeIt;
}

function theirsTitle(theirs: Memo, { t, language, person }: Page): string {
  const name = person.memberOf(theirs.updatedBy ?? '')?.name ?? '';
  const when = theirs.updatedAt ?? theirs.deletedAt;
  const at = when ? dateAndClock(Date.parse(when), language) : '';
  return [t.conflictTheirs, name, at].filter(Boolean).join(' · ');
}
