import { batch, effect, type Signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Clock } from '../browser/clock';
import { tabName } from '../browser/tab';
import type { Tabs } from '../browser/tabs';
import type { Store, Written } from '../sync/store/store';
import type { TabMessage } from '../sync/tab_message';
import type { Edits } from './edits';

/** The name of the lock that a tab holds while its page is open. */
export const tabLock = (tab: string): string => `voicememo/tab/${tab}`;

/** The dependencies of Writing. */
export interface WritingNeeds {
  store: Pick<Store, 'written' | 'write'>;
  tabs: Tabs<TabMessage>;
  browser: Browser;
  clock: Clock;
  draft: Signal<string>;
  edits: Edits;
  /** Since when the person is about to delete the account, in Unix milliseconds; 0: not. */
  closing: Signal<number>;
}

/** Stores the drafts of this tab: a reload or a new sign-in does not lose them. */
export class Writing {
  /** Whose texts this tab stores: "" before a person has signed in, null while it stores none. */
  private writer: string | null = null;

  constructor(private readonly needs: WritingNeeds) {}

  /**
   * Shows this person's drafts of this tab, and stores them from now on. What came
   * from another app before a person had signed in goes along. Returns whether another
   * person was writing here before.
   */
  async open(userId: string): Promise<boolean> {
    if (userId === this.writer) return false;
    const { store, draft } = this.needs;
    const kept = await store.written(userId, this.tab());
    const before = this.writer;
    if (userId === before) return false; // another call has opened it meanwhile
    this.writer = userId;
    this.show([before ? '' : draft.peek(), kept?.draft].filter(Boolean).join(' '), kept);
    if (before === '') void store.write('', this.tab(), undefined);
    return !!before;
  }

  /** Clears the drafts on this page; the stored ones stay. */
  close(): void {
    this.writer = null;
    this.show('');
  }

  /** Stores the drafts as they change, until the page ends. */
  follow(ended: AbortSignal): void {
    let empty = true;
    const end = new Promise<void>((done) => ended.addEventListener('abort', () => done()));
    void this.needs.tabs.alone(tabLock(this.tab()), () => end).catch(() => undefined); // without it, another tab may take the texts of this one
    ended.addEventListener(
      'abort',
      effect(() => {
        const written = this.current();
        if (this.writer === null || (empty && !written)) return;
        empty = !written;
        void this.needs.store.write(this.writer, this.tab(), written);
      }),
    );
  }

  private show(text: string, kept?: Written): void {
    const { draft, edits, closing } = this.needs;
    batch(() => {
      draft.value = text;
      edits.editing.value = null;
      edits.all.value = new Map(kept?.edits);
      closing.value = kept?.closing ?? 0;
    });
  }

  /** The drafts of this tab. */
  current(): Written | undefined {
    const { clock, draft, edits, closing } = this.needs;
    const kept = [...edits.all.value].map(
      ([
        id,
        {
          memo: { change: _, ...memo },
          text,
        },
      ]) => [id, { memo, text }] as const,
    );
    if (!draft.value && kept.length === 0 && !closing.value) return undefined;
    return { draft: draft.value, edits: kept, closing: closing.value, at: clock.time() };
  }

  /** Its storage key. */
  tab(): string {
    try {
      return tabName(this.needs.browser.sessionStorage);
    } catch {
      return ''; // such a browser keeps nothing else either
    }
  }
}
