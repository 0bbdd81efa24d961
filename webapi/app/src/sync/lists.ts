import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../browser/clock';
import type { Change, ListedMemo } from './changes';
import { type LoadedPage, latest, type OwnChanges } from './feed';
import type { Me, Memo } from './model';
import { overlay, split } from './overlay';

/** How long a done memo stays in the list, in milliseconds. The server has the same number. */
const doneFor = 3 * 24 * 60 * 60 * 1000;

/** When a memo leaves the list because it is done, in Unix milliseconds; Infinity: it does not. */
const leavesAt = ({ doneAt, deleted }: Memo) => (doneAt && !deleted ? Date.parse(doneAt) + doneFor : Infinity);

/** A memo as it is at a time. */
function aged(memo: Memo, at: number): Memo {
  const leaves = leavesAt(memo);
  return leaves <= at ? { ...memo, deleted: true, deletedAt: new Date(leaves).toISOString() } : memo;
}

/** The memos and the trash of the family, with the person's changes. */
export class Lists {
  /** The lists as loaded, and the confirmed changes made here that they may not show yet. */
  readonly pages = signal<readonly LoadedPage[]>([]);
  readonly trashPages = signal<readonly LoadedPage[]>([]);
  readonly own = signal<OwnChanges>(new Map());

  /** A memo that was requested by its address and is on no loaded page. */
  readonly asked = signal<readonly Memo[]>([]);

  /** The changes made here that the server has not confirmed, oldest first. */
  readonly changes = signal<readonly Change[]>([]);

  /** Until when the server takes no more of them because of its limit, in Unix milliseconds; 0: it takes more. */
  readonly held = signal(0);

  /** When the list was last known to be up to date, in Unix milliseconds; 0: never. */
  readonly lastSynced = signal(0);

  /** How many changes made here the server has not confirmed; a sign-out loses them. */
  readonly unsent = computed(() => this.changes.value.length);

  /** The lists without the unsent changes. */
  readonly confirmed = computed(() => {
    const at = this.expired.value;
    return split(at ? this.known.value.map((memo) => aged(memo, at)) : this.known.value);
  });

  /** All that was loaded. */
  readonly loaded = computed(() => [...this.pages.value, ...this.trashPages.value, { memos: this.asked.value }]);

  private readonly known = computed(() => [...latest(this.loaded.value, this.own.value).values()]);

  /** When a memo last left the list because it is done, in Unix milliseconds; 0: none has. */
  private readonly expired = computed(() => {
    const now = this.clock.minute.value;
    return this.known.value.reduce((last, memo) => {
      const at = leavesAt(memo);
      return at <= now ? Math.max(last, at) : last;
    }, 0);
  });

  private readonly writer = computed(() => {
    const { user, family } = this.me.value ?? {};
    return { userId: user?.userId ?? '', name: user?.name ?? '', familyId: family?.id ?? '' };
  });
  private readonly overlaid = computed(() => overlay(this.confirmed.value, this.changes.value, this.writer.value));

  /** The live memos and the trash, newest first, with the unsent changes applied. */
  readonly memos: ReadonlySignal<readonly ListedMemo[]> = computed(() => this.overlaid.value.memos);
  readonly trash: ReadonlySignal<readonly ListedMemo[]> = computed(() => this.overlaid.value.trash);

  /** Whether the lists have been loaded since signing in, or were stored here. */
  readonly listed = computed(() => this.pages.value.length > 0);
  readonly trashListed = computed(() => this.trashPages.value.length > 0);
  readonly hasMore = computed(() => !!this.pages.value.at(-1)?.nextCursor);
  readonly trashHasMore = computed(() => !!this.trashPages.value.at(-1)?.nextCursor);

  /** me is the person who writes here. */
  constructor(
    private readonly me: ReadonlySignal<Me | null>,
    private readonly clock: Clock,
  ) {}

  /** Discards the loaded pages: another family's follow. */
  forget(): void {
    this.pages.value = [];
    this.trashPages.value = [];
    this.asked.value = [];
    this.own.value = new Map();
    this.lastSynced.value = 0;
  }
}
