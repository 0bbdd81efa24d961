import { signal } from '@preact/signals';
import { type Act, Acts } from './acts';
import { Passing } from './passing';

/** What happened, told for a while. */
export interface News {
  text: string;
  /** The person whom it is about. */
  userId?: string;
}

/** What went wrong. It stays until it is closed or no longer holds. */
export interface Trouble {
  text: string;
  /** What the button of the message does; there is none without. */
  act?: () => void;
  /** The word on the button; "Try again" when left out. */
  way?: string;
}

/** What the person has to know. It stays until they close it or it no longer holds. */
export interface Fact {
  text: string;
  /** Told that the person has closed it. */
  closed?: () => void;
  /** Whether it is about this device, so that it holds for each of its people. */
  ofDevice?: boolean;
}

/** How long news stay, in milliseconds: time to read them. */
const newsStay = (text: string) => Math.max(4000, text.length * 100);

/**
 * The messages of the page. Each kind has a place of its own, so that none displaces another: the newest news, what
 * the person can take back, one error, and facts. The next announcement to screen readers is beside them.
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

  /** Tells for a while what has happened, about a person if one is given. */
  news(text: string, userId = ''): void {
    this.latest.show({ text, ...(userId ? { userId } : {}) }, newsStay(text));
    this.say(text);
  }

  /** Offers the way back from what the person has done; see Act. */
  undo(text: string, back: Act['back'], way = '', about: Pick<Act, 'what' | 'memoId' | 'many'> = {}): void {
    this.acts.push({ text, back, ...(way ? { way } : {}), ...about });
    this.say(text);
  }

  /** Says the person's last act about a memo in other words. Reports whether there is one that can be taken back. */
  retell(memoId: string, text: string): boolean {
    const told = this.acts.retell(memoId, text);
    if (told) this.say(text);
    return told;
  }

  /** Tells what went wrong, with a way on if there is one; returns the message, for take. */
  error(text: string, act?: () => void, way = ''): Trouble {
    const trouble = { text, ...(act ? { act } : {}), ...(way ? { way } : {}) };
    this.trouble.value = trouble;
    this.say(text);
    return trouble;
  }

  /** Tells a fact, once. */
  fact(fact: Fact): void {
    if (this.facts.peek().some(({ text }) => text === fact.text)) return;
    this.facts.value = [...this.facts.peek(), fact];
    this.say(fact.text);
  }

  /** Takes an error or a fact away that no longer holds. */
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
