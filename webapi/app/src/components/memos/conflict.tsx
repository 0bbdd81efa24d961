import type { ComponentChildren } from 'preact';
import type { Change, ListedMemo } from '../../sync/changes';
import type { Choice } from '../../sync/changes_queue';
import type { Memo } from '../../sync/model';
import { type FamilyPage, useFamily } from '../page_context';
import { MemoText } from './memo_text';

interface ConflictProps {
  memo: ListedMemo;
  change: Change;
  theirs: Memo;
}

/** Two people changed one memo: both texts side by side, and the choice. It stands where the memo's text was. */
export function Conflict({ memo, change, theirs }: ConflictProps) {
  const page = useFamily();
  const { t } = page;
  const edit = change.kind === 'edit';
  const title = `text-${memo.id}`;
  return (
    <div class="unsettled" role="group" aria-labelledby={title} data-testid="conflict">
      <p class="torn-head">
        <strong id={title}>{t.conflictTitle}</strong>
        {edit && <ChoiceButton change={change} choice="both" class="plain" word={t.keepBoth} />}
      </p>
      <div class="both">
        <Version name="mine" title={t.conflictMine}>
          {edit ? <MemoText text={change.content ?? ''} /> : <p class="text">{wishOf(change, page)}</p>}
          <ChoiceButton change={change} choice="mine" word={edit ? t.keepThis : wishOf(change, page)} />
        </Version>
        <Version name="theirs" title={theirsTitle(theirs, page)}>
          <MemoText text={theirs.content} />
          {theirs.deleted && <em>{t.conflictInTrash}</em>}
          <ChoiceButton change={change} choice="theirs" word={edit ? t.keepThis : t.leaveIt} />
        </Version>
      </div>
    </div>
  );
}

function Version({ name, title, children }: { name: string; title: string; children: ComponentChildren }) {
  return (
    <div role="group" aria-label={title} data-testid={`conflict-${name}-text`}>
      <p class="meta">{title}</p>
      {children}
    </div>
  );
}

interface ChoiceButtonProps {
  change: Change;
  choice: Choice;
  word: string;
  class?: string;
}

function ChoiceButton({ change, choice, word, class: kind = 'button' }: ChoiceButtonProps) {
  const { t, memos, notices } = useFamily();
  const settle = () => {
    void memos.box.resolve(change.key, choice);
    notices.say(t.settled);
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" class={kind} onClick={settle} data-testid={`conflict-${choice}`}>
      {word}
    </button>
  );
}

/** What one wanted to do with the memo, for what is not an edit. */
function wishOf({ kind, done }: Change, { t }: FamilyPage): string {
  if (kind === 'done') return done ? t.doIt : t.undoIt;
  if (kind === 'restore') return t.restore;
  return kind === 'purge' ? t.purge : t.removeIt;
}

function theirsTitle(theirs: Memo, { t, person }: FamilyPage): string {
  const name = person.memberOf(theirs.updatedBy ?? '')?.name;
  return name ? t.conflictTheirsBy(name) : t.conflictTheirs;
}
