import { computed, useSignal } from '@preact/signals';
import type { ListedMemo } from '../../sync/changes';
import { t } from '../../messages/words';
import { emptyTrash, loadMoreTrash, problemOf, purgeMemo, takeBack } from '../../memos/actions';
import { keptBy } from '../../memos/purging';
import { plainRows } from '../../memos/rows';
import { changes, me, now, say, trash, trashHasMore, trashListed } from '../../sync/lists';
import { Confirm } from '../confirm';
import { More } from '../more';
import { StatusLine } from './status_line';
import { TrashItem } from './trash_item';
import { Windowed } from '../windowed';

const rows = computed(() => plainRows(trash.value));

/** What is asked before something goes for good: one memo, or everything. */
type Question = ListedMemo | 'all' | null;

/** The deleted memos: each can come back until its days are over. */
export function TrashPlace() {
  const asked = useSignal<Question>(null);
  const known = trashListed.value || rows.value.length > 0;
  return (
    <main class="place trash" id="trash" tabIndex={-1} aria-label={t.trash} aria-busy={!known} data-testid="trash">
      <StatusLine />
      <NotEmptied />
      {known ? <Deleted asked={asked} /> : <p class="quiet centre">{t.loading}</p>}
      {trashHasMore.value && <More load={loadMoreTrash} />}
      {asked.value && <Question question={asked.value} close={() => (asked.value = null)} />}
    </main>
  );
}

/** Why the trash was not emptied when one asked for it; it is asked for anew, or left. */
export function NotEmptied() {
  const refused = changes.value.find((c) => c.kind === 'emptyTrash' && c.state === 'failed');
  if (!refused) return null;
  return (
    <div data-testid="not-emptied">
      <p class="problem">{t.notSent(problemOf(refused))}</p>
      <p class="choices">
        <button type="button" class="button plain" onClick={() => takeBack(refused.key)} data-testid="not-emptied-leave">
          {t.leaveIt}
        </button>
      </p>
    </div>
  );
}

function Deleted({ asked }: { asked: { value: Question } }) {
  const n = rows.value.length;
  if (n === 0) {
    return (
      <div class="empty" data-testid="trash-empty-note">
        <p>{t.trashEmpty}</p>
        <p class="quiet">{t.trashEmptyHint}</p>
      </div>
    );
  }
  return (
    <>
      <p class="trash-head">
        <span class="quiet">{trashHasMore.value ? t.trashCountMore(n) : t.trashCount(n)}</span>
        <button type="button" class="button plain" onClick={() => (asked.value = 'all')} data-testid="trash-empty">
          {t.emptyTrash}
        </button>
      </p>
      <Windowed rows={rows.value} item={(row) => <TrashItem key={row.key} row={row} purge={(memo) => (asked.value = memo)} />} />
    </>
  );
}

function Question({ question, close }: { question: ListedMemo | 'all'; close: () => void }) {
  if (question === 'all') {
    const kept = keptBy(trash.value, me.value, now.peek());
    const n = trash.value.length - kept;
    return (
      <Confirm title={t.emptyTrashTitle} confirm={t.emptyTrash} run={emptyTrash} close={close} danger testid="empty-trash">
        <p>{trashHasMore.value ? t.emptyTrashAllOf(n) : t.emptyTrashAll(n)}</p>
        {kept > 0 && (
          <>
            <p data-testid="empty-trash-kept">{t.emptyTrashKeeps(kept)}</p>
            <p class="hint">{t.notYet}</p>
          </>
        )}
      </Confirm>
    );
  }
  const run = async () => {
    await purgeMemo(question);
    say(t.purged);
  };
  return (
    <Confirm title={t.purgeTitle} confirm={t.purge} run={run} close={close} danger testid="purge">
      <p class="memo-text">{question.content}</p>
      <p class="quiet">{t.noWayBack}</p>
    </Confirm>
  );
}
