import { useComputed } from '@preact/signals';
import { dateAndClock, type SyncState, syncState } from '../../memos/words';
import { clockTime, dayKey } from '../../messages/time';
import type { Page } from '../../page';
import { usePage } from '../page_context';

/** How current the list is, and what is still on its way. */
export function StatusLine() {
  const page = usePage();
  const { lists, connection } = page;
  const { changes, lastSynced, held } = lists;
  const { connected, live } = connection;
  const sync = useComputed(() => {
    const unsent = changes.value.filter((c) => c.state === 'waiting' || c.state === 'sending').length;
    return syncState(unsent, connected.value, lastSynced.value, held.value);
  });
  const state = sync.value;
  return (
    <p
      class={`status-line ${state.is}`}
      data-testid={state.is === 'offline' ? 'offline' : 'sync'}
      data-live={live.value}
    >
      {sentence(state, page)}
    </p>
  );
}

function sentence(state: SyncState, page: Page): string {
  const { t } = page;
  if (state.is === 'offline')
    return state.n > 0 ? t.offlineWith(state.n) : t.offlineSince(timeOf(page.lists.lastSynced.value, page));
  if (state.is === 'held') return t.heldUntil(state.n, timeOf(state.until, page));
  if (state.is === 'sending') return t.sendingSome(state.n);
  if (state.at === 0) return t.loading;
  return page.connection.live.value === 'events' ? t.upToDate : t.upToDateAt(timeOf(state.at, page));
}

/** A moment of today by the clock, another one with its day; "–" for never. */
function timeOf(ms: number, { language, clock }: Page): string {
  if (ms === 0) return '–';
  return dayKey(ms) === dayKey(clock.time()) ? clockTime(ms, language) : dateAndClock(ms, language);
}
