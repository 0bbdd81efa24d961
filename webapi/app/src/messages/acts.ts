import { signal } from '@preact/signals';
import { isYoung, Passing } from './passing';

/** How long the bar stays after the last act, and how long an act can be taken back, in milliseconds. */
const barStays = 10_000;
const keptFor = 10 * 60_000;

/** How many acts can be taken back. */
const most = 10;

/** The person's acts that can be undone. */
export interface Act {
  /** Says what was done: "Deleted “milk”". */
  text: string;
  /** Takes it back. false: that is not possible any more, or would overwrite what others have done since. */
  back: () => unknown;
  /**
   * The word on the button; "Undo" when left out. An act with a word of its own, such as joining a family, is larger
   * than others: only the bar takes it back, and the bar is about it alone.
   */
  way?: string;
  /** What comes back, such as the text of a memo. */
  what?: string;
  /** The id of the memo that the act was about. */
  memoId?: string;
  /** Says it of several acts; acts that share it are counted together. */
  many?: (n: number) => string;
}

/** The person's acts that can be taken back, the newest first: the last ten of this tab, for ten minutes each. */
export class Acts {
  /** The acts that the bar is about: those since it came, oldest first. */
  readonly bar: Passing<readonly Act[]>;

  /** The acts that can be taken back, and when they were done. */
  private readonly kept = signal<readonly (readonly [act: Act, at: number])[]>([]);

  /** now returns Unix milliseconds. */
  constructor(private readonly now: () => number) {
    this.bar = new Passing(now);
  }

  /** Adds an act, which the bar offers to take back. */
  push(act: Act): void {
    const shown = this.bar.shown.peek() ?? [];
    const alone = act.way || shown[0]?.way;
    if (!act.way) this.kept.value = [...this.kept.peek(), [act, this.now()] as const].slice(-most);
    this.bar.show(alone ? [act] : [...shown, act].slice(-most), barStays);
  }

  /** Says the last act about a memo in other words, and offers it once more. Reports whether it can be taken back here. */
  retell(memoId: string, text: string): boolean {
    const [found, at = 0] = this.kept.peek().findLast(([act]) => act.memoId === memoId) ?? [];
    if (!found || !isYoung(this.now() - at, keptFor)) return false;
    const { many: _, ...rest } = found;
    const act = { ...rest, text };
    this.kept.value = this.kept.peek().map((kept) => (kept[0] === found ? [act, at] : kept));
    this.bar.show([act], barStays);
    return true;
  }

  /** Returns the act that comes back next, if there is one. */
  newest(): Act | undefined {
    const first = this.bar.shown.value?.[0];
    if (first?.way) return first;
    const [act, at = 0] = this.kept.value.at(-1) ?? [];
    return isYoung(this.now() - at, keptFor) ? act : undefined;
  }

  /** Takes the newest act off, for its caller to take it back; the bar stays for those that are left. */
  pop(): Act | undefined {
    const act = this.newest();
    if (!act?.way) this.kept.value = act ? this.kept.peek().slice(0, -1) : [];
    this.leave((act && this.bar.shown.peek()?.slice(0, -1)) ?? []); // a bar that is held may outlive its acts
    return act;
  }

  /** Takes off what cannot be taken back any more. */
  drop(isGone: (act: Act) => boolean): void {
    this.kept.value = this.kept.peek().filter(([act]) => !isGone(act));
    const shown = this.bar.shown.peek();
    if (shown?.some(isGone)) this.leave(shown.filter((act) => !isGone(act)));
  }

  /** Has the bar be about these acts only. */
  private leave(acts: readonly Act[]): void {
    if (acts.length > 0) this.bar.show(acts, barStays);
    else this.bar.clear();
  }

  /** Forgets them: they may contain the texts of memos, and belong to one person in one family. */
  forget(): void {
    this.kept.value = [];
    this.bar.clear();
  }
}
