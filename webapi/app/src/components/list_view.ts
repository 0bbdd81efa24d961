import { signal } from '@preact/signals';
import { type Block, blocksOf, type Row } from '../memos/rows';
import { chosenLines, guessHeight, holds, type Range, rangeAt, topsOf, windowFrom } from './range';

/** Room at the side of a memo's text and the width of a wide character, in pixels, for guesses. */
const side = 110;
const em = 17;

/** The least room around what is seen in which lines are rendered, in pixels, and the least that is kept of it. */
const spareAtLeast = 600;
const spareKept = 300;

const headingHeight = 60;

/**
 * What of a long list is rendered: the lines near the view and near the focus.
 * Lines are as high as they are; those never seen are guessed, and whatever a
 * guess was wrong by is scrolled back, so that what is being read stays in place.
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
  private anchor: { key: string; top: number } | undefined;
  private focusedElement: HTMLElement | undefined;

  /** Whether every line is rendered. */
  get whole(): boolean {
    return this.rows.length < windowFrom;
  }

  /** Takes the lines that are to be shown. */
  lay(rows: readonly Row[]): void {
    if (rows === this.rows) return;
    this.rows = rows;
    this.indexes = new Map(rows.map((row, i) => [row.key, i]));
    this.measureTops();
  }

  /** What is to be rendered now; a render that asks is repeated when the answer changes. */
  blocks(): { blocks: Block[]; tail: number } {
    void this.version.value;
    const range = this.whole ? { from: 0, to: this.rows.length } : this.range.value;
    const focused = this.indexes.get(this.focused.value) ?? -1;
    return blocksOf(this.rows, chosenLines(range, this.rows.length, focused), this.tops);
  }

  /** Follows the scrolling, the size and the focus of a list; returns a function that stops it. */
  attach(box: HTMLElement): () => void {
    this.box = box;
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(box);
    const scrolled = () => {
      this.remember();
      this.follow();
    };
    const focusedIn = ({ target }: FocusEvent) => this.noteFocus(target as HTMLElement);
    const focusedOut = ({ relatedTarget }: FocusEvent) => relatedTarget && this.noteFocus(relatedTarget as HTMLElement);
    addEventListener('scroll', scrolled, { passive: true });
    addEventListener('resize', scrolled);
    box.addEventListener('focusin', focusedIn);
    box.addEventListener('focusout', focusedOut);
    return () => {
      sizes.disconnect();
      removeEventListener('scroll', scrolled);
      removeEventListener('resize', scrolled);
      box.removeEventListener('focusin', focusedIn);
      box.removeEventListener('focusout', focusedOut);
    };
  }

  /** After each render: measures, and puts back what has moved under the reader. */
  settle(): void {
    if (this.whole) return;
    this.measure();
    this.putBack();
    this.remember();
    this.follow();
    const element = this.focusedElement;
    if (element?.isConnected && document.activeElement === document.body) element.focus({ preventScroll: true });
  }

  private noteFocus(target: HTMLElement): void {
    const row = this.box?.contains(target) ? target.closest<HTMLElement>('[data-key]') : null;
    this.focused.value = row?.dataset['key'] ?? '';
    this.focusedElement = row ? target : undefined;
  }

  private resized(): void {
    const width = this.box?.clientWidth ?? 0;
    if (width !== this.width) {
      this.width = width;
      this.heights.clear();
      this.measureTops();
      this.version.value++;
    }
    this.settle();
  }

  /** Renders other lines when the view comes near the end of those that are there. */
  private follow(): void {
    if (this.whole || !this.box) return;
    const top = -this.box.getBoundingClientRect().top;
    const bottom = top + innerHeight;
    if (holds(this.range.peek(), this.tops, top, bottom, spareKept)) return;
    this.range.value = rangeAt(this.tops, top, bottom, Math.max(spareAtLeast, innerHeight));
  }

  private lines(): HTMLElement[] {
    return [...(this.box?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
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
    const perLine = (this.width - side) / em;
    this.tops = topsOf(this.rows.length, (i) => {
      const { key, memo } = this.rows[i]!;
      return this.heights.get(key) ?? (memo ? guessHeight(memo.content, perLine) : headingHeight);
    });
  }

  /** Records where the first visible line is, unless the list is at its top, where new memos appear. */
  private remember(): void {
    this.anchor = undefined;
    if (!this.box || this.box.getBoundingClientRect().top >= 0) return;
    const line = this.lines().find((l) => l.getBoundingClientRect().bottom > 0);
    if (line) this.anchor = { key: line.dataset['key']!, top: line.getBoundingClientRect().top };
  }

  private putBack(): void {
    const { anchor } = this;
    const line = anchor && this.lines().find((l) => l.dataset['key'] === anchor.key);
    if (!line) return;
    const moved = line.getBoundingClientRect().top - anchor.top;
    if (Math.abs(moved) >= 1) scrollBy({ top: moved, behavior: 'instant' });
  }
}
