import { computed } from '@preact/signals';
import { language, t } from '../../messages/words';
import { dateAndClock, syncState } from '../../memos/words';
import { changes, connected, held, lastSynced, live } from '../../sync/lists';
import { clock, dayKey } from '../../messages/time';

const sync = computed(() => {
  const unsent = changes.value.filter((c) => c.state === 'waiting' || c.state === 'sending').length;
  return syncState(unsent, connected.value, lastSynced.value, held.value);
});

/** How current the list is, and what is still on its way. */
export function StatusLine() {
  const state = sync.value;
  return (
    <p class={`status-line ${state.is}`} data-testid={state.is === 'offline' ? 'offline' : 'sync'} data-live={live.value}>
      {sentence()}
    </p>
  );
}

function sentence(): string {
  const state = sync.value;
  if (state.is === 'offline') return state.n > 0 ? t.offlineWith(state.n) : t.offlineSince(timeOf(lastSynced.value));
  if (state.is === 'held') return t.heldUntil(state.n, timeOf(state.until));
  if (state.is === 'sending') return t.sendingSome(state.n);
  if (state.at === 0) return t.loading;
  return live.value === 'events' ? t.upToDate : t.upToDateAt(timeOf(state.at));
}

/** A moment of today by the clock, another one with its day; "–" for never. */
function timeOf(ms: number): string {
  if (ms === 0) return '–';
  return dayKey(ms) === dayKey(Date.now()) ? clock(ms, language) : dateAndClock(ms, language);
}
