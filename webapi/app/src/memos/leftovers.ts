import { batch, effect, type Signal } from '@preact/signals';
import type { Tabs } from '../browser/tabs';
import type { Person } from '../sync/person';
import type { Store, Written } from '../sync/store/store';
import type { Told } from '../sync/told';
import type { Edits } from './edits';
import { tabLock } from './writing';

/** The dependencies of takeLeftovers. */
export interface LeftoverNeeds {
  store: Pick<Store, 'allWritten' | 'write'>;
  tabs: Tabs<Told>;
  person: Person;
  draft: Signal<string>;
  edits: Edits;
}

/**
 * Shows in this tab what its person was writing in tabs that are no more, such as an app that was swiped away: once
 * for each person, until the page ends.
 */
export function takeLeftovers(needs: LeftoverNeeds, ended: AbortSignal): void {
  const { person, tabs } = needs;
  let taken = '';
  const stop = effect(() => {
    const userId = person.session.value === 'in' ? (person.me.value?.user.userId ?? '') : '';
    if (!userId || userId === taken) return;
    taken = userId;
    const take = () => takeFor(userId, needs, ended);
    void tabs.alone(`voicememo/leftovers/${userId}`, take).catch(() => undefined); // what is kept stays
  });
  ended.addEventListener('abort', stop);
}

async function takeFor(userId: string, { store, tabs, person, ...here }: LeftoverNeeds, ended: AbortSignal) {
  const held = await tabs.held();
  if (!held) return; // it is not known which tabs are open
  const all = await store.allWritten(userId);
  const left = all.filter(([tab, { closing }]) => !closing && !held.has(tabLock(tab))); // who deletes the account comes back to that tab
  if (ended.aborted || person.session.peek() !== 'in' || person.me.peek()?.user.userId !== userId) return;
  for (const [tab, written] of left) {
    put(written, here);
    await store.write(userId, tab, undefined);
  }
}

/** Puts what was written after what is being written here, which is kept as this tab's. */
function put(written: Written, { draft, edits }: Pick<LeftoverNeeds, 'draft' | 'edits'>): void {
  batch(() => {
    draft.value = [draft.peek(), written.draft].filter(Boolean).join('\n');
    edits.all.value = new Map([...written.edits, ...edits.all.peek()]);
  });
}
