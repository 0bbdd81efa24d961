import { byDay } from '../feed';
import { loadMore, outbox } from '../memo_actions';
import { language, t } from '../language';
import { hasMore, listed, memos, now } from '../state';
import { dayKey, dayWords } from '../time';
import { useSignal, useComputed } from '@preact/signals';
import { MemoItem } from './memo_item';
import { UnsentItem } from './unsent_item';

/** The family's memos, newest first, by day. */
export function MemoList() {
  return (
    <main class="memos" id="memos" tabIndex={-1} aria-label={t.memos} aria-busy={!listed.value}>
      {listed.value || outbox.items.value.length > 0 ? <Days /> : <p class="quiet centre">{t.loading}</p>}
      {hasMore.value && <More />}
    </main>
  );
}

function Days() {
  const today = useComputed(() => dayKey(now.value)); // changes once a day, not every second
  const things = [
    ...outbox.items.value.map((unsent) => ({ at: unsent.at, unsent, memo: undefined })),
    ...memos.value.map((memo) => ({ at: Date.parse(memo.timestamp), memo, unsent: undefined })),
  ].sort((a, b) => b.at - a.at);
  if (things.length === 0) return <Empty />;
  return (
    <>
      {byDay(things).map(({ day, things }) => {
        const words = dayWords(things[0]!.at, now.peek(), t, language);
        return (
          <section key={day} aria-labelledby={`day-${day}`} class={day === today.value ? 'day today' : 'day'}>
            <h2 id={`day-${day}`}>
              {words.title} {words.aside && <small>{words.aside}</small>}
            </h2>
            <ul class="slip">
              {things.map(({ memo, unsent }) =>
                memo ? <MemoItem key={memo.id} memo={memo} /> : <UnsentItem key={unsent.key} item={unsent} />,
              )}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function Empty() {
  return (
    <div class="empty">
      <p>{t.noMemos}</p>
      <p class="quiet">{t.noMemosHint}</p>
    </div>
  );
}

function More() {
  const busy = useSignal(false);
  const load = async () => {
    busy.value = true;
    await loadMore();
    busy.value = false;
  };
  return (
    <button type="button" class="button centre" disabled={busy.value} onClick={() => void load()} data-testid="more">
      {busy.value ? t.loading : t.more}
    </button>
  );
}
