import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import { matching } from '../browser/wide';
import type { ListedMemo } from '../sync/changes';
import type { Lists } from '../sync/lists';
import { Columns } from './columns';
import { Cursor } from './cursor';
import type { Edits } from './edits';
import { dayAround, isFolded, type Row, rowsByDay } from './rows';
import type { Search } from './search';

/** The memos new to the reader; see seen.ts. */
interface New {
  line: ReadonlySignal<string>;
  isNew(memo: ListedMemo): boolean;
}

/** The dependencies of List. */
export interface ListNeeds {
  browser: Browser;
  lists: Lists;
  search: Search;
  seen: New;
  edits: Edits;
}

/** The rows of the list of memos, and their layout. */
export class List {
  /** The beginning of the day of the first visible row, in Unix milliseconds; 0 if there is none. */
  readonly firstDay: ReadonlySignal<number>;

  /** The same as reported by the view of the list; 0 while it is at the top. */
  readonly scrolledTo = signal(0);

  /** The number of columns: two if they fit, and if there is more than one day. */
  readonly columns: ReadonlySignal<1 | 2>;

  /** The rows, in one order. */
  readonly rows: ReadonlySignal<readonly Row[]>;

  /** The rows with those that are moving in or out; null: nothing moves. Set by Motion. */
  readonly moving: Signal<{ of: readonly Row[]; rows: readonly Row[] } | null> = signal(null);

  /** The rows of each column. */
  readonly parts: ReadonlySignal<readonly (readonly Row[])[]>;

  /** The position of the keyboard in them. */
  readonly cursor: Cursor;

  /** The folds that differ from their default: closed or, while the list is filtered, open. */
  private readonly turned = signal<ReadonlySet<string>>(new Set());

  /** Whether the list is printed, with each fold open. */
  private readonly printed = signal(false);

  constructor(
    private readonly needs: ListNeeds,
    ended: AbortSignal,
  ) {
    const { browser, lists, search } = needs;
    for (const when of ['beforeprint', 'afterprint'] as const)
      browser.addEventListener(when, () => (this.printed.value = when === 'beforeprint'), { signal: ended });
    const room = matching(browser, '(min-width: 1280px)', ended);
    this.rows = computed(() => {
      const narrowed = search.narrowed.value;
      const turned = this.turned.value;
      const printed = this.printed.value;
      return rowsByDay(search.shown.value, {
        isFolded: this.isFolded,
        isOpen: (day) => printed || turned.has(foldName(narrowed, day)) !== narrowed,
        ...(narrowed ? none : this.newIn(search.shown.value)),
      });
    });
    this.firstDay = computed(() => this.scrolledTo.value || (this.rows.value[0]?.day ?? 0));
    const several = computed(() => lists.hasMore.value || this.rows.value.at(-1)?.day !== this.rows.value[0]?.day);
    this.columns = computed(() => (room.value && several.value ? 2 : 1));
    const placed = new Columns();
    this.parts = computed(() => {
      const { value } = this.rows;
      const moving = this.moving.value;
      const shown = moving?.of === value ? moving.rows : value;
      return this.columns.value === 1 ? [shown] : placed.part(shown, this.columns.value, guess);
    });
    this.cursor = new Cursor(
      computed(() => this.parts.value.flatMap((rows) => rows.filter(({ kind, leaving }) => !leaving && stops[kind]))),
    );
  }

  /** Opens or closes the fold over a day's done memos. */
  turn(day: number): void {
    const turned = new Set(this.turned.peek());
    const name = foldName(this.needs.search.narrowed.peek(), day);
    if (!turned.delete(name)) turned.add(name);
    this.turned.value = turned;
  }

  /** Whether a memo is under its fold. A memo stays in view if the person was writing over it before it was done. */
  private readonly isFolded = (memo: ListedMemo): boolean =>
    isFolded(memo) && !this.needs.edits.isBegunEarlier(memo.id);

  /** Opens the fold of a memo. */
  show(memo: ListedMemo): void {
    const isRow = this.rows.peek().some(({ key }) => key === memo.id);
    if (!isRow && this.isFolded(memo)) this.turn(dayAround(Date.parse(memo.timestamp))[0]);
  }

  /** The last memo above the line, and how many above it are new; none if older memos, which are not loaded, may be new. */
  private newIn(memos: readonly ListedMemo[]): typeof none {
    const { seen, lists } = this.needs;
    const line = seen.line.value;
    let found = none;
    for (const memo of memos) {
      if (!line || memo.timestamp <= line) return found;
      if (!this.isFolded(memo) && seen.isNew(memo)) found = { newUntil: memo.id, fresh: found.fresh + 1 };
    }
    return lists.hasMore.value ? none : found;
  }
}

/** Where the line stands when nothing is new. */
const none = { newUntil: '', fresh: 0 };

/** The approximate number of lines of a row in a column; that is enough to distribute the days. */
const guess = ({ memo }: Row) => 1 + Math.min(6, Math.ceil((memo?.content.length ?? 0) / 30));

/** The rows that the keyboard can reach. */
const stops: Record<Row['kind'], boolean> = { day: false, memo: true, done: true, new: false };

const foldName = (narrowed: boolean, day: number) => `${narrowed} ${day}`;
