import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals';
import { keptBy } from '../../memos/purging';
import { plainRows, type Row } from '../../memos/rows';
import type { ListedMemo } from '../../sync/changes';
import { Confirm } from '../confirm';
import { More } from '../more';
import { useRare } from '../rare_words';
import { Windowed } from '../windowed';
import { MemoText } from './memo_text';
import { TrashItem } from './trash_item';

/** The target of a confirmed permanent deletion: one memo, or the whole trash. */
type Question = ListedMemo | 'all' | null;

/** The deleted memos: each can be restored until its days are over. */
export function TrashPlace() {
  const { t, lists, sync, connection } = useRare();
  const rows = useComputed(() => plainRows(lists.trash.value));
  const asked = useSignal<Question>(null);
  const known = lists.trashListed.value || rows.value.length > 0;
  return (
    <main class="place trash" id="trash" tabIndex={-1} aria-label={t.trash} aria-busy={!known} data-testid="trash">
      <NotEmptied />
      {known ? (
        <Deleted rows={rows} asked={asked} />
      ) : (
        <p class="quiet centre">{connection.connected.value ? t.loading : t.networkError}</p>
      )}
      {lists.trashHasMore.value && <More load={sync.loadMoreTrash} />}
      {asked.value && <Question question={asked.value} close={() => (asked.value = null)} />}
    </main>
  );
}

/** Why emptying the trash failed; it can be repeated or given up. */
function NotEmptied() {
  const { t, lists, memos } = useRare();
  const refused = lists.changes.value.find((c) => c.kind === 'emptyTrash' && c.state === 'failed');
  if (!refused) return null;
  return (
    <div data-testid="not-emptied">
      <p class="problem">{t.notSent(memos.problemOf(refused))}</p>
      <p class="choices">
        <button
          type="button"
          class="button line"
          onClick={() => memos.box.takeBack(refused.key)}
          data-testid="not-emptied-leave"
        >
          {t.leaveIt}
        </button>
      </p>
    </div>
  );
}

function Deleted({ rows, asked }: { rows: ReadonlySignal<readonly Row[]>; asked: Signal<Question> }) {
  const { t, lists } = useRare();
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
      <p class="block-title">
        <span>{lists.trashHasMore.value ? t.trashCountMore(n) : t.trashCount(n)}</span>
        <button type="button" class="plain danger" onClick={() => (asked.value = 'all')} data-testid="trash-empty">
          {t.emptyTrash}
        </button>
      </p>
      <Windowed
        rows={rows.value}
        item={(row) => <TrashItem key={row.key} row={row} purge={(memo) => (asked.value = memo)} />}
      />
    </>
  );
}

function Question({ question, close }: { question: ListedMemo | 'all'; close: () => void }) {
  const { t, lists, memos, notices, person, clock } = useRare();
  if (question === 'all') {
    const kept = keptBy(lists.trash.value, person.me.value, clock.now.peek());
    const n = lists.trash.value.length - kept;
    return (
      <Confirm
        title={t.emptyTrashTitle}
        confirm={t.emptyTrash}
        run={() => memos.emptyTrash()}
        close={close}
        danger
        testid="empty-trash"
      >
        <p>{lists.trashHasMore.value ? t.emptyTrashAllOf(n) : t.emptyTrashAll(n)}</p>
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
    await memos.purge(question);
    notices.say(t.purged);
  };
  return (
    <Confirm title={t.purgeTitle} confirm={t.purge} run={run} close={close} danger testid="purge">
      <div class="block padded">
        <MemoText text={question.content} clamp />
      </div>
      <p>{t.noWayBack}</p>
    </Confirm>
  );
}
