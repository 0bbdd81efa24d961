import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { dateAndClock } from '../../memos/dates';
import { type SyncState, syncState } from '../../memos/words';
import { clockTime, dayKey } from '../../messages/time';
import type { Page } from '../../page';
import { usePage } from '../page_context';

/** How long sending takes before the line says so, in milliseconds. */
const tellAfter = 3000;

/** The state of the connection and the number of unsent changes. */
export function useSyncState(): ReadonlySignal<SyncState> {
  const { lists, connection } = usePage();
  const { changes, lastSynced, held } = lists;
  return useComputed(() => {
    const unsent = changes.value.filter((c) => c.state === 'waiting' || c.state === 'sending').length;
    return syncState(unsent, connection.connected.value, lastSynced.value, held.value);
  });
}

/** Says why the list is not current; there is nothing to say while it is. */
export function StatusLine() {
  const page = usePage();
  const sync = useSyncState();
  const slow = useSignal(false);
  useSignalEffect(() => {
    slow.value = false;
    if (sync.value.is !== 'sending') return;
    const timer = setTimeout(() => (slow.value = true), tellAfter);
    return () => clearTimeout(timer);
  });
  const state = sync.value;
  if (state.is === 'current' || (state.is === 'sending' && !slow.value)) return null;
  return (
    <p class="status" data-testid={state.is === 'offline' ? 'offline' : 'sync'}>
      {sentence(state, page)}
    </p>
  );
}

function sentence(state: Exclude<SyncState, { is: 'current' }>, page: Page): string {
  const { t } = page;
  if (state.is === 'offline')
    return state.n > 0 ? t.offlineWith(state.n) : t.offlineSince(timeOf(page.lists.lastSynced.value, page));
  return state.is === 'held' ? t.heldUntil(state.n, timeOf(state.until, page)) : t.sendingSome(state.n);
}

/** A time of today by the clock, another one with its day; "–" for never. */
function timeOf(ms: number, { language, clock }: Page): string {
  if (ms === 0) return '–';
  return dayKey(ms) === dayKey(clock.time()) ? clockTime(ms, language) : dateAndClock(ms, language);
}
