import { signal } from '@preact/signals';

/** The one passing message: news of others or of what was done, a way back from a change, or what went wrong. */
export interface Notice {
  kind: 'news' | 'undo' | 'error';
  text: string;
  /** What the button of the message does; there is none without. */
  act?: () => void;
  /** The word on the button; "Undo" when left out. */
  way?: string;
  /** The person whom it is about. */
  userId?: string;
}

/** The messages of the page: one passing message, and the next announcement to screen readers. */
export class Notices {
  readonly notice = signal<Notice | null>(null);
  readonly said = signal('');

  /** Announces a sentence to screen readers; the same sentence twice is announced twice. */
  say(text: string): void {
    this.said.value = text === this.said.peek() ? `${text}\u00a0` : text;
  }

  /** Tells for a while what has happened, about a person if one is given. */
  news(text: string, userId = ''): void {
    this.show({ kind: 'news', text, ...(userId ? { userId } : {}) });
  }

  /** Offers for a while the way back from what the person has done. */
  undo(text: string, act: () => void, way = ''): void {
    this.show({ kind: 'undo', text, act, ...(way ? { way } : {}) });
  }

  /** Tells for a while what went wrong, with a way on if there is one; returns the message, for take. */
  error(text: string, act?: () => void, way = ''): Notice {
    return this.show({ kind: 'error', text, ...(act ? { act } : {}), ...(way ? { way } : {}) });
  }

  /** Takes a message away that no longer holds, if it is still shown. */
  take(notice: Notice | undefined): void {
    if (notice && this.notice.peek() === notice) this.notice.value = null;
  }

  /** Clears both: they may contain a person's name or the text of a memo. */
  forget(): void {
    this.notice.value = null;
    this.said.value = '';
  }

  private show(notice: Notice): Notice {
    this.notice.value = notice;
    this.say(notice.text);
    return notice;
  }
}
