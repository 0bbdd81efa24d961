import { effect, type Signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Notices } from '../messages/notices';
import type { Person } from '../sync/person';

/** The dependencies of RescuedFacts. */
export interface RescuedNeeds {
  browser: Pick<Browser, 'sessionStorage'>;
  notices: Notices;
  person: Person;
  /** The draft of a new memo in this tab. */
  draft: Signal<string>;
}

/** The tab's storage key of the facts, for a reload. */
const slot = 'rescued';

/** Shows, as facts, that texts were moved to the composer; as long as it has a text, also after a reload. */
export class RescuedFacts {
  private texts: readonly string[] = [];

  constructor(private readonly needs: RescuedNeeds) {}

  /** Shows the facts again after a reload, and removes them when the composer is empty, until the page ends. */
  follow(ended: AbortSignal): void {
    const { draft, person } = this.needs;
    let there = false; // whether a text of the person has been there
    const stop = effect(() => {
      const userId = person.session.value === 'in' ? (person.me.value?.user.userId ?? '') : '';
      const written = draft.value !== '';
      if (userId && written && !there) for (const text of this.read(userId)) this.tell(text);
      if (person.session.value === 'out' || (there && !written)) this.forget();
      there = !!userId && written;
    });
    ended.addEventListener('abort', stop);
  }

  /** Shows that a text was moved, and why. */
  tell(text: string): void {
    this.needs.notices.fact({ text, closed: () => this.keep(this.texts.filter((other) => other !== text)) });
    this.keep([...this.texts.filter((other) => other !== text), text]);
  }

  private forget(): void {
    const { notices } = this.needs;
    for (const fact of notices.facts.peek()) if (this.texts.includes(fact.text)) notices.take(fact);
    this.keep([]);
  }

  private keep(texts: readonly string[]): void {
    const { browser, person } = this.needs;
    this.texts = texts;
    try {
      const kept = JSON.stringify({ userId: person.me.peek()?.user.userId, texts });
      if (texts.length > 0) browser.sessionStorage.setItem(slot, kept);
      else browser.sessionStorage.removeItem(slot);
    } catch {} // a browser that refuses storage keeps nothing
  }

  private read(userId: string): string[] {
    try {
      const kept = JSON.parse(this.needs.browser.sessionStorage.getItem(slot) ?? '{}');
      return kept.userId === userId ? kept.texts : [];
    } catch {
      return [];
    }
  }
}
