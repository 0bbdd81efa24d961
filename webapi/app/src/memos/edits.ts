import { computed, effect, signal } from '@preact/signals';
import type { ListedMemo } from '../sync/changes';
import { draft } from './draft';
import { t } from '../messages/words';
import { memos, show, trash } from '../sync/lists';
import type { Edit } from '../sync/store/store';

export type { Edit };

/** What is written and not saved, by memo id; see writing.ts for how it is kept. */
export const edits = signal<ReadonlyMap<string, Edit>>(new Map());

/** The ids of those memos, in one text that changes only when they do. */
const unsaved = computed(() => [...edits.value.keys()].join(' '));

/** Whether a text for a memo is kept that is not saved. */
export const isUnsaved = (id: string): boolean => unsaved.value.split(' ').includes(id);

/** The id of the memo whose editor is open. */
export const editing = signal<string | null>(null);

/** Opens a memo's editor with what was left in it, or with its text. */
export function openEditor(memo: ListedMemo, text = memo.content): void {
  if (!edits.value.has(memo.id) || text !== memo.content) writeEdit(memo, text);
  editing.value = memo.id;
}

/** Keeps what is being written for a memo. */
export function writeEdit(memo: ListedMemo, text: string): void {
  edits.value = new Map(edits.value).set(memo.id, { memo, text });
}

/** Closes the editor; what was written stays, if it says something else than the memo. */
export function closeEditor(): void {
  const edit = edits.value.get(editing.value ?? '');
  editing.value = null;
  if (edit && edit.text === edit.memo.content) dropEdit(edit.memo.id);
}

/** Forgets what was written for a memo. */
export function dropEdit(id: string): void {
  if (editing.value === id) editing.value = null;
  edits.value = new Map([...edits.value].filter(([other]) => other !== id));
}

/** Moves what one was writing to the composer when its memo is gone. */
function rescue(): void {
  const id = editing.value;
  if (!id || memos.value.some((m) => m.id === id) || !trash.value.some((m) => m.id === id)) return;
  const edit = edits.peek().get(id);
  dropEdit(id);
  if (!edit || edit.text === edit.memo.content) return;
  draft.value = [edit.text, draft.peek()].filter(Boolean).join(' ');
  show(t.goneWhileEditing);
}

effect(rescue);
