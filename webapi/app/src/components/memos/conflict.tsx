import { differences, type Piece } from '../../memos/differences';
import { langOf } from '../../messages/script';
import type { Change, ListedMemo } from '../../sync/changes';
import type { Choice } from '../../sync/changes_queue';
import type { Memo } from '../../sync/model';
import { useFamily } from '../page_context';
import { useMoment } from './people';

interface ConflictProps {
  memo: ListedMemo;
  change: Change;
  theirs: Memo;
}

/** Two people wrote two texts for one memo: both, and the choice. It stands where the memo's text was. */
export function Conflict({ memo, change, theirs }: ConflictProps) {
  const { t, person, memos, notices } = useFamily();
  const moment = useMoment();
  const own = theirs.updatedBy === person.me.value?.user.userId; // on another device, or in another tab
  const name = own ? '' : (person.memberOf(theirs.updatedBy ?? '')?.name ?? '');
  const [mine, other] = differences(change.content ?? '', theirs.content);
  const writtenAt = theirs.deleted ? theirs.updatedAt : theirs.editedAt || theirs.updatedAt;
  const words: Record<Choice, string> = { mine: t.keepMine, theirs: t.keepTheirs(name), both: t.keepBoth };
  const settle = (choice: Choice) => {
    void memos.box.resolve(change.key, choice);
    notices.say(t.settled);
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <div class="torn" role="group" aria-labelledby={`text-${memo.id}`} data-testid="conflict">
      <p class="strong" id={`text-${memo.id}`}>
        {own ? t.conflictElsewhere : t.conflictTitle}
      </p>
      <Version title={t.conflictMine(moment(new Date(change.at).toISOString()))} pieces={mine} />
      <Version
        title={t.conflictTheirs(name, moment(writtenAt)) + (theirs.deleted ? ` ${t.conflictInTrash}` : '')}
        pieces={other}
      />
      <p class="trio">
        {(Object.keys(words) as Choice[]).map((choice) => (
          <button
            key={choice}
            type="button"
            class="button"
            onClick={() => settle(choice)}
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
