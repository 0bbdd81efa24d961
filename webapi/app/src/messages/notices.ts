import { signal } from '@preact/signals';
import { type Act, Acts } from './acts';
import { Passing } from './passing';

/** News, shown for a while. */
export interface News {
  text: string;
  /** The person that it is about. */
  userId?: string;
}

/** An error. It stays until it is closed or no longer holds. */
export interface Trouble {
  text: string;
  /** The action of the message's button; without it there is no button. */
  act?: () => void;
  /** The word on the button; "Try again" by default. */
  way?: string;
}

/** A fact. It stays until the person closes it or it no longer holds. */
export interface Fact {
  text: string;
  /** Called when the person closes it. */
  closed?: () => void;
  /** Whether it is about this device, so that it holds for every person on it. */
  ofDevice?: boolean;
}

/** How long news are shown, in milliseconds: time to read them. */
const newsStay = (text: string) => Math.max(4000, text.length * 100);

/**
 * The messages of the page. Each kind has its own place, so that none displaces another: the newest news, the acts that
 * can be undone, one error, and facts. The next announcement to screen readers is separate.
 */
export class Notices {
  readonly latest: Passing<News>;
  readonly acts: Acts;
  readonly trouble = signal<Trouble | null>(null);
  readonly facts = signal<readonly Fact[]>([]);
  readonly said = signal('');

  /** now returns Unix milliseconds. */
  constructor(now: () => number) {
    this.latest = new Passing(now);
    this.acts = new Acts(now);
  }

  /** Announces a sentence to screen readers; the same sentence twice is announced twice. */
  say(text: string): void {
    this.said.value = text === this.said.peek() ? `${text}\u00a0` : text;
  }

  /** Shows news for a while, with the seal of a person if named. */
  news(text: string, userId = ''): void {
    this.latest.show({ text, ...(userId ? { userId } : {}) }, newsStay(text));
    this.say(text);
  }

  /** Offers to undo an act; see Act. */
  undo(text: string, back: Act['back'], way = '', about: Pick<Act, 'what' | 'memoId' | 'many'> = {}): void {
    this.acts.push({ text, back, ...(way ? { way } : {}), ...about });
    this.say(text);
  }

  /** Rewords the person's last act on a memo. Reports whether there is one to undo. */
  retell(memoId: string, text: string): boolean {
    const reworded = this.acts.retell(memoId, text);
    if (reworded) this.say(text);
    return reworded;
  }

  /** Shows an error, with an action if any; returns the message, for take. */
  error(text: string, act?: () => void, way = ''): Trouble {
    const trouble = { text, ...(act ? { act } : {}), ...(way ? { way } : {}) };
    this.trouble.value = trouble;
    this.say(text);
    return trouble;
  }

  /** Shows a fact, once. */
  fact(fact: Fact): void {
    if (this.facts.peek().some(({ text }) => text === fact.text)) return;
    this.facts.value = [...this.facts.peek(), fact];
    this.say(fact.text);
  }

  /** Removes an error or a fact that no longer holds. */
  take(message: Trouble | Fact | undefined): void {
    if (message && this.trouble.peek() === message) this.trouble.value = null;
    if (this.facts.peek().some((fact) => fact === message))
      this.facts.value = this.facts.peek().filter((fact) => fact !== message);
  }

  /** Clears everything that may contain a person's name or the text of a memo. */
  forget(): void {
    this.latest.clear();
    this.acts.forget();
    this.trouble.value = null;
    this.facts.value = this.facts.peek().filter(({ ofDevice }) => ofDevice);
    this.said.value = '';
  }
}
