import { signal } from '@preact/signals';
import { guessHeight, type Measures } from '../memos/guess';
import { type Block, blocksOf, type Row } from '../memos/rows';
import { chosenLines, holds, type Range, rangeAt, topsOf, windowFrom } from './range';

/** Room at the sides of a memo's text, in pixels. */
const sides = 60;

/** The margin around the view in which rows are rendered, in pixels, and the smallest margin before a new render. */
const spareAtLeast = 600;
const spareKept = 300;

/** The callbacks of a list. */
export interface Watch {
  /** The first visible row is of this day; 0: it is the list's first one. */
  firstDay?(day: number): void;
  /** A row has received the focus. */
  focused(key: string): void;
  /** The row with the focus is gone. */
  lost(): void;
  /** The lists that can focus a row; each reports whether it has the row. */
  views: Set<(key: string) => boolean>;
}

/**
 * What of a long list is rendered: the rows near the view and near the focus.
 * Rows are as high as they are; those never seen are guessed, and whatever a
 * guess was wrong by is scrolled back, so that the text being read stays in place.
 */
export class ListView {
  private readonly range = signal<Range>({ from: 0, to: 60 });
  private readonly focused = signal('');
  private readonly version = signal(0);
  private readonly heights = new Map<string, number>();
  private rows: readonly Row[] = [];
  private indexes = new Map<string, number>();
  private tops: ArrayLike<number> = [0];
  private box: HTMLElement | undefined;
  private width = 0;
  private measures: Measures = { perLine: 20, rem: 17 };
  private anchor: { key: string; top: number; scrolled: number } | undefined;
  private focusedElement: HTMLElement | undefined;
  private goingTo = '';
  private printing = false;

  constructor(private readonly watch?: Watch) {}

  /** Whether every row is rendered, as on paper. */
  get whole(): boolean {
    return this.printing || this.rows.length < windowFrom;
  }

  /** Sets the rows of the list. */
  setRows(rows: readonly Row[]): void {
    if (rows === this.rows) return;
    this.rows = rows;
    this.indexes = new Map(rows.map((row, i) => [row.key, i]));
    this.measureTops();
  }

  /** The rows to render now; a signal. */
  blocks(): { blocks: Block[]; tail: number } {
    void this.version.value;
    const range = this.whole ? { from: 0, to: this.rows.length } : this.range.value;
    const focused = this.whole ? -1 : (this.indexes.get(this.focused.value) ?? -1);
    return blocksOf(this.rows, chosenLines(range, this.rows.length, focused), this.tops);
  }

  /** Follows the scrolling, the size and the focus of a list; returns a function that stops it. */
  attach(box: HTMLElement): () => void {
    this.box = box;
    const { watch } = this;
    const ended = new AbortController();
    const { signal } = ended;
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(box);
    const scrolled = () => {
      this.remember();
      this.follow();
      this.tellDay();
    };
    addEventListener('scroll', scrolled, { passive: true, signal });
    addEventListener('resize', scrolled, { signal });
    const print = ({ type }: Event) => {
      this.printing = type === 'beforeprint';
      this.version.value++;
    };
    addEventListener('beforeprint', print, { signal });
    addEventListener('afterprint', print, { signal });
    box.addEventListener('focusin', ({ target }) => this.noteFocus(target as HTMLElement), { signal });
    box.addEventListener('focusout', (event) => this.left(event), { signal });
    watch?.views.add(this.goTo);
    return () => {
      ended.abort();
      sizes.disconnect();
      watch?.views.delete(this.goTo);
      watch?.firstDay?.(0);
      if (this.focused.peek()) this.lose();
    };
  }

  /** After each render: measures, and restores the scroll position and the focus. */
  restoreScroll(): void {
    if (!this.whole) {
      this.measure();
      this.putBack();
      this.remember();
      this.follow();
    }
    this.tellDay();
    if (this.goingTo) this.goTo(this.goingTo);
    else if (this.focused.peek() && nothingFocused()) this.refocus();
  }

  /** Focuses a row, as soon as it is rendered; returns whether the list has it. */
  private readonly goTo = (key: string): boolean => {
    if (!this.indexes.has(key)) return false;
    const line = this.lineOf(key);
    this.goingTo = line ? '' : key;
    if (line) focusLine(line);
    else this.focused.value = key; // which renders it
    return true;
  };

  private noteFocus(target: HTMLElement): void {
    const key = this.box?.contains(target) && target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    this.focused.value = key || '';
    this.focusedElement = key ? target : undefined;
    if (key) this.watch?.focused(key);
  }

  /** The focus has moved elsewhere, or nowhere; only a row that is rendered again keeps its claim to it. */
  private left({ relatedTarget, target }: FocusEvent): void {
    if (relatedTarget) this.noteFocus(relatedTarget as HTMLElement);
    else queueMicrotask(() => (target as Element).isConnected && nothingFocused() && this.noteFocus(document.body));
  }

  /** Returns the focus to its element after that was rendered again. */
  private refocus(): void {
    const line = this.lineOf(this.focused.peek());
    if (this.focusedElement?.isConnected) this.focusedElement.focus({ preventScroll: true });
    else if (line && this.watch) focusLine(line);
    else if (!this.indexes.has(this.focused.peek())) {
      this.focused.value = '';
      this.lose();
    }
  }

  /** Reports a focused row that was removed, after the render: another list may have it. */
  private lose(): void {
    queueMicrotask(() => nothingFocused() && this.watch?.lost());
  }

  private resized(): void {
    const width = this.box?.clientWidth ?? 0;
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (width !== this.width || rem !== this.measures.rem) {
      this.width = width;
      this.measures = { perLine: (width - sides) / rem, rem };
      this.heights.clear();
      this.measureTops();
      this.version.value++;
    }
    this.restoreScroll();
  }

  /** Renders other rows when the view comes near the end of the rendered ones. */
  private follow(): void {
    if (this.whole || !this.box) return;
    const top = -this.box.getBoundingClientRect().top;
    const bottom = top + innerHeight;
    if (holds(this.range.peek(), this.tops, top, bottom, spareKept)) return;
    this.range.value = rangeAt(this.tops, top, bottom, Math.max(spareAtLeast, innerHeight));
  }

  /** Reports the day of the first row below the top bar. */
  private tellDay(): void {
    if (!this.box || !this.watch?.firstDay) return;
    const bar = Math.max(0, bottomOf(document.querySelector('header')));
    const days = [...this.box.querySelectorAll<HTMLElement>('.day')];
    const day = days.find((d) => bottomOf(d) > bar);
    this.watch.firstDay(Number(day?.dataset['day'] ?? 0));
  }

  private lines(): HTMLElement[] {
    return [...(this.box?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
  }

  private lineOf(key: string): HTMLElement | undefined {
    return this.lines().find((line) => line.dataset['key'] === key);
  }

  private measure(): void {
    let changed = false;
    for (const line of this.lines()) {
      const key = line.dataset['key']!;
      const height = line.getBoundingClientRect().height;
      if (height === 0 || this.heights.get(key) === height) continue;
      this.heights.set(key, height);
      changed = true;
    }
    if (changed) this.measureTops();
  }

  private measureTops(): void {
    this.tops = topsOf(this.rows.length, (i) => {
      const row = this.rows[i]!;
      return this.heights.get(row.key) ?? guessHeight(row, this.measures);
    });
  }

  /** Records the position of the first visible row, unless the list is at its top, where new memos appear. */
  private remember(): void {
    this.anchor = undefined;
    if (this.whole || !this.box || this.box.getBoundingClientRect().top >= 0) return;
    if (bottomOf(this.box.previousElementSibling) > 0) return; // the column before it stays in place
    const line = this.lines().find((l) => bottomOf(l) > 0);
    if (line) this.anchor = { key: line.dataset['key']!, top: line.getBoundingClientRect().top, scrolled: scrollY };
  }

  private putBack(): void {
    const { anchor } = this;
    const line = anchor && this.lineOf(anchor.key);
    if (!line || (scrollY !== anchor.scrolled && scrollY < lastScroll())) return; // the page has scrolled elsewhere, as to a new memo
    const moved = line.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
  }
}

const bottomOf = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0;

/** The scroll position, or the greatest one that the browser allows after the page has become shorter. */
const lastScroll = () => Math.floor(document.documentElement.scrollHeight - innerHeight);

const nothingFocused = () => document.activeElement === document.body;

/** Focuses a row, or the button in its place. */
function focusLine(line: HTMLElement): void {
  const stop = line.hasAttribute('tabindex') ? line : line.querySelector('button');
  stop?.focus({ preventScroll: true });
  line.scrollIntoView({ block: 'nearest' });
}
