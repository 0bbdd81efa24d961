import { effect } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { FamilyMessages, Messages } from '../messages';
import type { Notices } from '../messages/notices';
import { oneLine } from '../messages/text';
import type { Memo } from '../sync/model';
import type { Person } from '../sync/person';
import type { Seen } from './seen';

/** How long memos are gathered before they are announced, in milliseconds. */
const gather = 2000;

/** The scroll position from which the first memos are out of sight, in pixels. */
const scrolled = 120;

/** How many characters of a memo are announced. */
const mostAnnounced = 100;

/** The dependencies of Arrivals. */
export interface ArrivalNeeds {
  browser: Pick<Browser, 'scrollY'>;
  notices: Notices;
  person: Person;
  seen: Seen;
}

/** Announces memos of others: how many came before this visit, and each one during it; to screen readers, and visibly if it is above the view. */
export class Arrivals {
  private waiting: readonly Memo[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** t has the sentences. */
  constructor(
    private readonly needs: ArrivalNeeds,
    private readonly t: Messages & FamilyMessages,
  ) {}

  /** Announces them until the page ends. */
  follow(ended: AbortSignal): void {
    let before = this.needs.seen.came.peek();
    const stop = effect(() => {
      const came = this.needs.seen.came.value;
      if (came !== before) this.note(came);
      before = came;
    });
    const stopLine = this.followLine();
    ended.addEventListener('abort', () => (stop(), stopLine(), clearTimeout(this.timer)));
  }

  /** Announces to screen readers at the start of a visit how many memos are new. */
  private followLine(): () => void {
    const { notices, seen } = this.needs;
    let last = '';
    return effect(() => {
      const [line, n] = [seen.line.value, seen.fresh.value];
      if (n === 0 || line === last) return;
      last = line;
      notices.say(this.t.newMemos(n));
    });
  }

  private note(came: readonly Memo[]): void {
    this.waiting = came.length > 0 ? [...came, ...this.waiting] : [];
    clearTimeout(this.timer);
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.tell(), gather);
  }

  private tell(): void {
    const { browser, notices, person } = this.needs;
    const [newest] = this.waiting;
    if (!newest || person.session.peek() !== 'in') return;
    const words = this.t.came(person.authorOf(newest), excerpt(newest.content), this.waiting.length - 1);
    this.waiting = [];
    if (browser.scrollY > scrolled) notices.news(words, newest.userId);
    else notices.say(words);
  }
}

/** The beginning of a memo's text in one line. */
function excerpt(content: string): string {
  const line = [...oneLine(content)];
  return line.length > mostAnnounced ? `${line.slice(0, mostAnnounced).join('')}…` : line.join('');
}
