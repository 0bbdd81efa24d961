import { batch, effect } from '@preact/signals';
import { closing } from '../account/closing_note';
import { store } from '../browser/tabs';
import { draft } from './draft';
import { editing, edits } from './edits';
import type { Written } from '../sync/store/store';
import { tabName } from '../browser/tab';

/** Whose texts this tab keeps: "" before anybody has signed in, null while it keeps none. */
let writer: string | null = null;

/**
 * Shows what this person was writing in this tab, and keeps it from now on: a reload
 * or a new sign-in does not lose it. What came from another app before anybody had
 * signed in goes along. Says whether somebody else was writing here before.
 */
export async function openWriting(userId: string): Promise<boolean> {
  if (userId === writer) return false;
  const kept = await store.written(userId, tabName());
  const before = writer;
  batch(() => {
    writer = userId;
    draft.value = [before ? '' : draft.peek(), kept?.draft].filter(Boolean).join(' ');
    editing.value = null;
    edits.value = new Map(kept?.edits);
    closing.value = kept?.closing ?? 0;
  });
  if (before === '') void store.write('', tabName(), undefined);
  return !!before;
}

/** Forgets on this page what is being written; what is kept stays. */
export function closeWriting(): void {
  writer = null;
  batch(() => {
    draft.value = '';
    editing.value = null;
    edits.value = new Map();
    closing.value = 0;
  });
}

/** Keeps from now on what is being written. */
export function keepWriting(): void {
  let empty = true;
  effect(() => {
    const written = current();
    if (writer === null || (empty && !written)) return;
    empty = !written;
    void store.write(writer, tabName(), written);
  });
}

function current(): Written | undefined {
  const kept = [...edits.value].map(([id, { memo: { change: _, ...memo }, text }]) => [id, { memo, text }] as const);
  if (!draft.value && kept.length === 0 && !closing.value) return undefined;
  return { draft: draft.value, edits: kept, closing: closing.value, at: Date.now() };
}
