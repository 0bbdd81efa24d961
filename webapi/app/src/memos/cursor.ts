import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Row } from './rows';

/** Where the keyboard is in the list, which is one stop of the Tab key. */
export class Cursor {
  /** The key of the row that is the list's stop; "" if there is none. */
  readonly at: ReadonlySignal<string>;

  /** The lists that can focus a row; each reports whether it has the row. */
  readonly views = new Set<(key: string) => boolean>();

  private readonly wanted = signal('');

  /** Where the row was last seen among the others, for when it goes. */
  private index = 0;

  /** rows are those that can be gone to, in the order in which they are read. */
  constructor(readonly rows: ReadonlySignal<readonly Row[]>) {
    this.at = computed(() => {
      const { value } = this.rows;
      const found = value.findIndex((row) => row.key === this.wanted.value);
      if (found >= 0) this.index = found;
      return value[Math.min(this.index, value.length - 1)]?.key ?? '';
    });
  }

  /** Reports whether a row is the list's stop. */
  isAt(key: string): boolean {
    return this.at.value === key;
  }

  /** Makes a row the list's stop. */
  goTo(key: string): void {
    this.wanted.value = key;
  }

  /** Puts the focus on the list's stop; returns whether there is one. */
  focus(): boolean {
    return [...this.views].some((show) => show(this.at.peek()));
  }

  /** Goes to the row that is so many further down, or up; returns its key. The first and the last one are the ends. */
  move(by: number): string {
    const rows = this.rows.peek();
    void this.at.peek(); // reads where the row is now
    const to = Math.max(0, Math.min(this.index + by, rows.length - 1));
    const key = rows[to]?.key ?? '';
    this.goTo(key);
    return key;
  }
}
