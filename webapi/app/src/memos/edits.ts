import { computed, effect, type Signal, signal } from '@preact/signals';
import type { Messages } from '../messages';
import type { Notices } from '../messages/notices';
import type { ListedMemo } from '../sync/changes';
import type { Lists } from '../sync/lists';
import type { Edit } from '../sync/store/store';

/** The dependencies of Edits. */
export interface EditNeeds {
  t: Messages;
  notices: Notices;
  lists: Lists;
  /** What is being written in this tab for a new memo. */
  draft: Signal<string>;
}

/** The texts that are being written for memos; see writing.ts for how they are kept. */
export class Edits {
  /** What is written and not saved, by memo id. */
  readonly all = signal<ReadonlyMap<string, Edit>>(new Map());

  /** The id of the memo whose editor is open. */
  readonly editing = signal<string | null>(null);

  /** The ids of those memos, in one text that changes only when they do. */
  private readonly unsaved = computed(() => [...this.all.value.keys()].join(' '));

  constructor(private readonly needs: EditNeeds) {}

  /** Rescues the text of an open editor whose memo is deleted, until the page ends. */
  follow(ended: AbortSignal): void {
    const stop = effect(() => this.rescue());
    ended.addEventListener('abort', stop);
  }

  /** Whether a text for a memo is kept that is not saved. */
  isUnsaved(id: string): boolean {
    return this.unsaved.value.split(' ').includes(id);
  }

  /** Opens a memo's editor with what was left in it, or with its text. */
  open(memo: ListedMemo, text = memo.content): void {
    if (!this.all.value.has(memo.id) || text !== memo.content) this.write(memo, text);
    this.editing.value = memo.id;
  }

  /** Keeps what is being written for a memo. */
  write(memo: ListedMemo, text: string): void {
    this.all.value = new Map(this.all.value).set(memo.id, { memo, text });
  }

  /** Closes the editor; what was written stays, if it says something else than the memo. */
  close(): void {
    const edit = this.all.value.get(this.editing.value ?? '');
    this.editing.value = null;
    if (edit && edit.text === edit.memo.content) this.drop(edit.memo.id);
  }

  /** Forgets what was written for a memo. */
  drop(id: string): void {
    if (this.editing.value === id) this.editing.value = null;
    this.all.value = new Map([...this.all.value].filter(([other]) => other !== id));
  }

  /** Moves the text of an open editor to the composer when its memo has been deleted. */
  private rescue(): void {
    const { t, notices, lists, draft } = this.needs;
    const { memos, trash } = lists;
    const id = this.editing.value;
    if (!id || memos.value.some((m) => m.id === id) || !trash.value.some((m) => m.id === id)) return;
    const edit = this.all.peek().get(id);
    this.drop(id);
    if (!edit || edit.text === edit.memo.content) return;
    draft.value = [edit.text, draft.peek()].filter(Boolean).join(' ');
    notices.show(t.goneWhileEditing);
  }
}
