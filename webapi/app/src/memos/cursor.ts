import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Row } from './rows';

/** The position of the keyboard in the list, which is one stop of the Tab key. */
export class Cursor {
  /** The key of the row that is the list's stop; "" if there is none. */
  readonly at: ReadonlySignal<string>;

  /** The lists that can focus a row; each reports whether it has the row. */
  readonly views = new Set<(key: string) => boolean>();

  private readonly wanted = signal('');

  /** The last known index of the row, for when it is removed. */
  private index = 0;

  /** rows are the rows that the keyboard can reach, in reading order. */
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

  /** Focuses the list's stop; returns whether there is one. */
  focus(): boolean {
    return [...this.views].some((show) => show(this.at.peek()));
  }

  /** Moves by n rows down, or up; returns the key of that row. It stops at the first and the last one. */
  move(by: number): string {
    const rows = this.rows.peek();
    void this.at.peek(); // reads the row's present index
    const to = Math.max(0, Math.min(this.index + by, rows.length - 1));
    const key = rows[to]?.key ?? '';
    this.goTo(key);
    return key;
  }
}
