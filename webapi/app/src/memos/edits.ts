import { computed, signal } from '@preact/signals';
import type { ListedMemo } from '../sync/changes';
import type { Edit } from '../sync/store/store';

/**
 * The unsaved texts of edits; see writing.ts for how they are stored, and rescue.ts for where they move when a memo
 * disappears.
 */
export class Edits {
  /** The unsaved texts, by memo id. */
  readonly all = signal<ReadonlyMap<string, Edit>>(new Map());

  /** The id of the memo whose editor is open. */
  readonly editing = signal<string | null>(null);

  /** The ids of those memos, of those that differ, and of those not done then; as texts, equal if unchanged. */
  private readonly kept = computed(() => idsOf([...this.all.value.values()]));
  private readonly differing = computed(() => idsOf([...this.all.value.values()].filter(differs)));
  private readonly undone = computed(() =>
    idsOf([...this.all.value.values()].filter((edit) => differs(edit) && !edit.memo.doneAt)),
  );

  /** The ids of the memos with an unsaved text. */
  ids(): string[] {
    return this.kept.value.split(' ').filter(Boolean);
  }

  /** Whether a memo has an unsaved text that differs. */
  isUnsaved(id: string): boolean {
    return this.differing.value.split(' ').includes(id);
  }

  /** Whether that text was begun while the memo was not done. */
  isBegunEarlier(id: string): boolean {
    return this.undone.value.split(' ').includes(id);
  }

  /** Opens a memo's editor with its unsaved text, or with the memo's text. */
  open(memo: ListedMemo, text = memo.content): void {
    if (!this.all.value.has(memo.id) || text !== memo.content) this.write(memo, text);
    this.editing.value = memo.id;
  }

  /** Stores the unsaved text for a memo. */
  write(memo: ListedMemo, text: string): void {
    this.all.value = new Map(this.all.value).set(memo.id, { memo, text });
  }

  /** Closes the editor; its text stays if it differs from the memo's. */
  close(): void {
    const edit = this.all.value.get(this.editing.value ?? '');
    this.editing.value = null;
    if (edit && !differs(edit)) this.drop(edit.memo.id);
  }

  /**
   * Moves the unsaved text of an unsent memo to the sent one. A text that another tab has
   * saved meanwhile was not seen here: the unsaved text is still based on the former one.
   */
  move(id: string, memo: ListedMemo): void {
    const edit = this.all.peek().get(id);
    if (!edit) return;
    const { content, version } = edit.memo;
    const seen = content === memo.content ? memo : { ...memo, content, version };
    this.all.value = new Map(
      [...this.all.peek()].map((kept) => (kept[0] === id ? [memo.id, { ...edit, memo: seen }] : kept)),
    );
    if (this.editing.peek() === id) this.editing.value = memo.id;
  }

  /** Discards the unsaved text for a memo. */
  drop(id: string): void {
    if (this.editing.value === id) this.editing.value = null;
    this.all.value = new Map([...this.all.value].filter(([other]) => other !== id));
  }
}

const idsOf = (edits: readonly Edit[]): string => edits.map(({ memo }) => memo.id).join(' ');

/** Whether a text differs from its memo's. */
export const differs = ({ memo, text }: Edit): boolean => text !== memo.content;
