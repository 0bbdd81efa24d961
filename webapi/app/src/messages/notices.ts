import { signal } from '@preact/signals';

/** The one passing message at the bottom, with a way back when there is one. */
export interface Notice {
  text: string;
  undo?: () => void;
  /** The word for the way back; "Undo" when left out. */
  way?: string;
}

/** What the page tells: one passing message, and what a screen reader says next. */
export class Notices {
  readonly notice = signal<Notice | null>(null);
  readonly said = signal('');

  /** Tells a screen reader something; the same sentence twice is told twice. */
  say(text: string): void {
    this.said.value = text === this.said.peek() ? `${text}\u00a0` : text;
  }

  /** Shows a message for a while, and tells it. */
  show(text: string, undo?: () => void, way?: string): void {
    this.notice.value = { text, ...(undo ? { undo } : {}), ...(way ? { way } : {}) };
    this.say(text);
  }

  /** Forgets both: they may name a person, or what one has written. */
  forget(): void {
    this.notice.value = null;
    this.said.value = '';
  }
}
