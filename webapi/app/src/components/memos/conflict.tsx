import { differences, type Piece } from '../../memos/differences';
import { resolveConflict } from '../../memos/resolve_conflict';
import { langOf } from '../../messages/script';
import type { Change, ListedMemo } from '../../sync/changes';
import type { Choice } from '../../sync/changes_queue';
import type { Memo } from '../../sync/model';
import { useRare } from '../rare_words';
import { useMoment } from './people';

interface ConflictProps {
  memo: ListedMemo;
  change: Change;
  theirs: Memo;
}

/** Two different texts of two people for one memo, and the choice, in place of the memo's text. */
export function Conflict({ memo, change, theirs }: ConflictProps) {
  const page = useRare();
  const { t, person } = page;
  const moment = useMoment();
  const own = theirs.updatedBy === person.me.value?.user.userId; // on another device, or in another tab
  const name = own ? '' : (person.memberOf(theirs.updatedBy ?? '')?.name ?? '');
  const [mine, other] = differences(change.content ?? '', theirs.content);
  const writtenAt = theirs.deleted ? theirs.updatedAt : theirs.editedAt || theirs.updatedAt;
  const words: Record<Choice, string> = { mine: t.keepMine, theirs: t.keepTheirs(name), both: t.keepBoth };
  const choose = (choice: Choice) => {
    resolveConflict(page, change, choice, name);
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <div class="torn" role="group" aria-labelledby={`text-${memo.id}`} data-testid="conflict">
      <p class="strong" id={`text-${memo.id}`}>
        {own ? t.conflictElsewhere : t.conflictTitle}
      </p>
      <Version title={t.conflictMine(moment(new Date(change.at).toISOString()))} pieces={mine} />
      <Version
        title={(theirs.deleted ? t.conflictInTrash : t.conflictTheirs)(name, moment(writtenAt))}
        pieces={other}
      />
      <p class="trio">
        {(Object.keys(words) as Choice[]).map((choice) => (
          <button
            key={choice}
            type="button"
            class="button"
            onClick={() => choose(choice)}
            data-testid={`conflict-${choice}`}
          >
            {words[choice]}
          </button>
        ))}
      </p>
    </div>
  );
}

function Version({ title, pieces }: { title: string; pieces: readonly Piece[] }) {
  return (
    <div class="version" role="group" aria-label={title} data-testid="conflict-text">
      <p class="meta">{title}</p>
      <p class="text" lang={langOf(pieces.map(({ text }) => text).join(''))} dir="auto">
        {pieces.map(({ text, differs }, i) => (differs ? <mark key={i}>{text}</mark> : text))}
      </p>
    </div>
  );
}
