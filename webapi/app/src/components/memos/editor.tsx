import { useEffect, useRef } from 'preact/hooks';
import { lengthOf, maxContent, tidy } from '../../messages/text';
import type { ListedMemo } from '../../sync/changes';
import type { Edit } from '../../sync/store/store';
import { hasKeyboard, sendsOn, useGrowing } from '../growing';
import { useFamily } from '../page_context';
import { counterFrom } from './composer';

/** Edits a memo's text. Enter saves as in the composer; Escape closes and keeps the text; Cancel forgets it. */
export function MemoEditor({ edit, memo }: { edit: Edit; memo: ListedMemo }) {
  const { t, language, edits, memos } = useFamily();
  const box = useRef<HTMLTextAreaElement>(null);
  useGrowing(box, edit.text);
  useEffect(() => {
    if (document.activeElement?.matches('input, textarea')) return; // the person writes in another box meanwhile
    box.current?.focus();
    box.current?.setSelectionRange(edit.text.length, edit.text.length);
  }, []);
  const left = maxContent - lengthOf(edit.text);
  const ready = left >= 0 && left < maxContent;
  const save = () => {
    if (!ready) return;
    void memos.edit(edit.memo, tidy(edit.text)); // based on the version that the person saw: if it has changed since, both texts are kept
    edits.drop(edit.memo.id);
  };
  const react = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.stopPropagation();
      edits.close();
    } else if (sendsOn(event)) {
      event.preventDefault();
      save();
    }
  };
  return (
    <form class="editor" lang={language} onSubmit={(event) => (event.preventDefault(), save())} data-testid="editor">
      <textarea
        ref={box}
        class="writing"
        rows={1}
        aria-label={t.editText}
        aria-describedby="edit-left"
        aria-invalid={left < 0}
        autoComplete="off"
        enterkeyhint={hasKeyboard() ? 'done' : 'enter'}
        value={edit.text}
        onInput={(event) => edits.write(edit.memo, event.currentTarget.value)}
        onKeyDown={react}
        data-testid="editor-text"
      />
      <p id="edit-left" class={left < 0 ? 'left over' : 'left'}>
        {left < counterFrom && t.charactersLeft(left)}
      </p>
      {memo.version > edit.memo.version && memo.content !== edit.memo.content && (
        <p class="hint" data-testid="editor-overtaken">
          {t.overtaken(memo.content)}
        </p>
      )}
      <p class="three">
        <button type="submit" class="button main" aria-disabled={!ready} data-testid="editor-save">
          {t.save}
        </button>
        <button type="button" class="button line" onClick={() => edits.drop(edit.memo.id)} data-testid="editor-cancel">
          {t.cancel}
        </button>
      </p>
    </form>
  );
}
