import { effect, type Signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { Notices } from '../messages/notices';
import type { Person } from '../sync/person';

/** The dependencies of RescuedFacts. */
export interface RescuedNeeds {
  browser: Pick<Browser, 'sessionStorage'>;
  notices: Notices;
  person: Person;
  /** What is being written in this tab for a new memo. */
  draft: Signal<string>;
}

/** Where this tab finds after a reload what was told, and whom. */
const slot = 'rescued';

/** Tells that texts were moved to where new memos are written: as facts, as long as a text is there, also after a reload. */
export class RescuedFacts {
  private texts: readonly string[] = [];

  constructor(private readonly needs: RescuedNeeds) {}

  /** Tells again what was told before a reload, and takes it away when no text is there any more, until the page ends. */
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

  /** Tells where a text has gone, and why. */
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
