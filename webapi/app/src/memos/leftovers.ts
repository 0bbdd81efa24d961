import { batch, effect, type Signal } from '@preact/signals';
import type { Clock } from '../browser/clock';
import type { Tabs } from '../browser/tabs';
import type { Person } from '../sync/person';
import type { Store, Written } from '../sync/store/store';
import type { TabMessage } from '../sync/tab_message';
import { differs, type Edits } from './edits';
import { tabLock } from './writing';

/** The dependencies of takeLeftovers. */
export interface LeftoverNeeds {
  store: Pick<Store, 'allWritten' | 'write'>;
  tabs: Tabs<TabMessage>;
  person: Person;
  draft: Signal<string>;
  edits: Edits;
  clock: Clock;
}

/** The age from which a text is taken over in a browser that cannot list its open tabs, in milliseconds. */
const surelyLeft = 24 * 60 * 60 * 1000;

/**
 * Shows in this tab its person's drafts from closed tabs, such as an app that was swiped away: once
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
    void tabs.alone(`voicememo/leftovers/${userId}`, take).catch(() => undefined); // the stored drafts stay
  });
  ended.addEventListener('abort', stop);
}

async function takeFor(userId: string, { store, tabs, person, clock, ...here }: LeftoverNeeds, ended: AbortSignal) {
  const held = await tabs.held();
  const all = await store.allWritten(userId);
  const old = clock.time() - surelyLeft;
  const left = all.filter(
    ([tab, { closing, at }]) => !closing && (held ? !held.has(tabLock(tab)) : at < old), // a person who is deleting the account returns to that tab
  );
  if (ended.aborted || person.session.peek() !== 'in' || person.me.peek()?.user.userId !== userId) return;
  for (const [tab, written] of left) {
    put(written, here);
    await store.write(userId, tab, undefined);
  }
}

/** Appends a closed tab's drafts to this tab's, and stores the result; also a second text for a memo. */
function put(written: Written, { draft, edits }: Pick<LeftoverNeeds, 'draft' | 'edits'>): void {
  batch(() => {
    const here = edits.all.peek();
    const second = written.edits.filter(
      ([id, edit]) => differs(edit) && (here.get(id)?.text ?? edit.text) !== edit.text,
    );
    draft.value = [draft.peek(), written.draft, ...second.map(([, { text }]) => text)].filter(Boolean).join('\n');
    edits.all.value = new Map([...written.edits, ...here]);
  });
}
