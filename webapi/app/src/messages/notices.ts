import { signal } from '@preact/signals';

/** The one passing message at the bottom, with a way back when there is one. */
export interface Notice {
  text: string;
  undo?: () => void;
  /** The word for the way back; "Undo" when left out. */
  way?: string;
}

/** The messages of the page: one passing message, and the next announcement to screen readers. */
export class Notices {
  readonly notice = signal<Notice | null>(null);
  readonly said = signal('');

  /** Announces a sentence to screen readers; the same sentence twice is announced twice. */
  say(text: string): void {
    this.said.value = text === this.said.peek() ? `${text}\u00a0` : text;
  }

  /** Shows a message for a while, and announces it. */
  show(text: string, undo?: () => void, way?: string): void {
    this.notice.value = { text, ...(undo ? { undo } : {}), ...(way ? { way } : {}) };
    this.say(text);
  }

  /** Clears both: they may contain a person's name or the text of a memo. */
  forget(): void {
    this.notice.value = null;
    this.said.value = '';
  }
}
