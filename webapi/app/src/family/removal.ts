import { effect } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { FamilyMessages } from '../messages';
import type { Fact, Notices } from '../messages/notices';
import type { Person } from '../sync/person';

/** The dependencies of Removal. */
export interface RemovalNeeds {
  browser: Pick<Browser, 'localStorage'>;
  notices: Notices;
  person: Person;
}

/** The data of a removal in this browser: the person's new family, and the sentence until it is closed. */
interface Kept {
  family: string;
  text?: string;
  closed?: boolean;
}

/** The storage key, for every tab of the browser. */
const slot = 'removal';

/** Shows that an owner has removed the person, until the fact is closed on this device or the family changes. */
export class Removal {
  private shown: Fact | undefined;

  /** The person's new family after a removal that was shown or closed; else "". */
  private family = '';

  /** t has the sentences. */
  constructor(
    private readonly needs: RemovalNeeds,
    private readonly t: Pick<FamilyMessages, 'removedBefore'>,
  ) {}

  /** Watches the server's answers about the person, until the page ends. */
  follow(ended: AbortSignal): void {
    const { person } = this.needs;
    const stop = effect(() => {
      const there = person.session.value === 'in' && !!person.me.value?.removedBy;
      const kept = this.read();
      if (person.session.value === 'out' && !kept.closed) this.keep(undefined); // it contains names
      this.tell(there ? person.family.value : '', kept);
    });
    ended.addEventListener('abort', stop);
  }

  /**
   * Shows a removal just detected with the names, which are not known later, unless it was closed:
   * a page that begins with what was kept may see it after another tab.
   */
  seen(text: string): void {
    const kept = { family: this.needs.person.family.peek(), text };
    const before = this.read();
    if (before.closed && before.family === kept.family) return;
    this.keep(kept);
    this.family = '';
    this.tell(kept.family, kept);
  }

  private tell(family: string, kept: Partial<Kept>): void {
    if (family === this.family) return;
    const { notices } = this.needs;
    notices.take(this.shown);
    this.family = family;
    const known = kept.family === family;
    if (!family || (known && kept.closed)) return;
    const text = (known && kept.text) || this.t.removedBefore;
    this.shown = { text, closed: () => this.keep({ family, closed: true }) };
    notices.fact(this.shown);
  }

  private keep(kept: Kept | undefined): void {
    const { localStorage } = this.needs.browser;
    try {
      if (kept) localStorage.setItem(slot, JSON.stringify(kept));
      else localStorage.removeItem(slot);
    } catch {} // if the browser refuses storage, it is shown again after a reload
  }

  private read(): Partial<Kept> {
    try {
      return JSON.parse(this.needs.browser.localStorage.getItem(slot) ?? '{}');
    } catch {
      return {};
    }
  }
}
