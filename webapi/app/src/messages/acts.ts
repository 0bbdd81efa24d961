import { signal } from '@preact/signals';
import { isYoung, Passing } from './passing';

/** How long the bar stays after the last act, and how long an act can be taken back, in milliseconds. */
const barStays = 10_000;
const keptFor = 10 * 60_000;

/** How many acts can be taken back. */
const most = 10;

/** The person's acts that can be undone. */
export interface Act {
  /** The sentence about the act: "Deleted “milk”". */
  text: string;
  /** Undoes it. false: that is not possible any more, or would overwrite later changes by others. */
  back: () => unknown;
  /**
   * The word on the button; "Undo" by default. An act with its own word, such as joining a family, is more important:
   * only the bar undoes it, and the bar shows no other act.
   */
  way?: string;
  /** What comes back, such as the text of a memo. */
  what?: string;
  /** The id of the memo that the act was about. */
  memoId?: string;
  /** The sentence for several acts; acts that share it are counted together. */
  many?: (n: number) => string;
}

/** The person's acts that can be undone, the newest first: the last ten of this tab, for ten minutes each. */
export class Acts {
  /** The acts that the bar shows: those since it appeared, oldest first. */
  readonly bar: Passing<readonly Act[]>;

  /** The acts that can be undone, and their times. */
  private readonly kept = signal<readonly (readonly [act: Act, at: number])[]>([]);

  /** now returns Unix milliseconds. */
  constructor(private readonly now: () => number) {
    this.bar = new Passing(now);
  }

  /** Adds an act, and shows it in the bar. */
  push(act: Act): void {
    const shown = this.bar.shown.peek() ?? [];
    const alone = act.way || shown[0]?.way;
    if (!act.way) this.kept.value = [...this.kept.peek(), [act, this.now()] as const].slice(-most);
    this.bar.show(alone ? [act] : [...shown, act].slice(-most), barStays);
  }

  /** Replaces the sentence of the last act on a memo, and shows it again. Reports whether it can be undone here. */
  retell(memoId: string, text: string): boolean {
    const [found, at = 0] = this.kept.peek().findLast(([act]) => act.memoId === memoId) ?? [];
    if (!found || !isYoung(this.now() - at, keptFor)) return false;
    const { many: _, ...rest } = found;
    const act = { ...rest, text };
    this.kept.value = this.kept.peek().map((kept) => (kept[0] === found ? [act, at] : kept));
    this.bar.show([act], barStays);
    return true;
  }

  /** Returns the act to undo next, if there is one. */
  newest(): Act | undefined {
    const first = this.bar.shown.value?.[0];
    if (first?.way) return first;
    const [act, at = 0] = this.kept.value.at(-1) ?? [];
    return isYoung(this.now() - at, keptFor) ? act : undefined;
  }

  /** Removes the newest act, for its caller to undo; the bar stays for the others. */
  pop(): Act | undefined {
    const act = this.newest();
    if (!act?.way) this.kept.value = act ? this.kept.peek().slice(0, -1) : [];
    this.leave((act && this.bar.shown.peek()?.slice(0, -1)) ?? []); // a bar that is held may outlive its acts
    return act;
  }

  /** Removes acts that can no longer be undone. */
  drop(isGone: (act: Act) => boolean): void {
    this.kept.value = this.kept.peek().filter(([act]) => !isGone(act));
    const shown = this.bar.shown.peek();
    if (shown?.some(isGone)) this.leave(shown.filter((act) => !isGone(act)));
  }

  /** Makes the bar show these acts only. */
  private leave(acts: readonly Act[]): void {
    if (acts.length > 0) this.bar.show(acts, barStays);
    else this.bar.clear();
  }

  /** Forgets the acts: they may contain the texts of memos, and belong to one person in one family. */
  forget(): void {
    this.kept.value = [];
    this.bar.clear();
  }
}
