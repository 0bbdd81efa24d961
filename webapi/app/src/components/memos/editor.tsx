import { useEffect, useRef } from 'preact/hooks';
import type { ListedMemo } from '../../sync/changes';
import { closeEditor, dropEdit, writeEdit, type Edit } from '../../memos/edits';
import { sendsOn, useGrowing } from '../growing';
import { language, t } from '../../messages/words';
import { editMemo } from '../../memos/actions';
import { say } from '../../sync/lists';
import { lengthOf, maxContent, tidy } from '../../messages/text';
import { counterFrom } from './composer';

/** Where a memo's text is changed. Enter saves; Escape closes and keeps what was written; Cancel forgets it. */
export function MemoEditor({ edit, memo }: { edit: Edit; memo: ListedMemo }) {
  const box = useRef<HTMLTextAreaElement>(null);
  useGrowing(box, edit.text);
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(edit.text.length, edit.text.length);
  }, []);
  const left = maxContent - lengthOf(edit.text);
  const ready = left >= 0 && left < maxContent;
  return (
    <form class="editor" lang={language} onSubmit={(event) => (event.preventDefault(), ready && save(edit))} data-testid="editor">
      <textarea
        ref={box}
        class="field"
        rows={2}
        aria-label={t.editText}
        aria-describedby="edit-left"
        aria-invalid={left < 0}
        autoComplete="off"
        enterkeyhint="done"
        value={edit.text}
        onInput={(event) => writeEdit(edit.memo, event.currentTarget.value)}
        onKeyDown={(event) => react(event, edit, ready)}
        data-testid="editor-text"
      />
      <p id="edit-left" class={left < 0 ? 'left over' : 'left'}>
        {left < counterFrom && t.charactersLeft(left)}
      </p>
      {memo.version > edit.memo.version && memo.content !== edit.memo.content && (
        <p class="hint" data-testid="editor-overtaken">{t.overtaken(memo.content)}</p>
      )}
      <p class="choices">
        <button type="submit" class="button main" aria-disabled={!ready} data-testid="editor-save">
          {t.save}
        </button>
        <button type="button" class="button plain" onClick={() => dropEdit(edit.memo.id)} data-testid="editor-cancel">
          {t.cancel}
        </button>
      </p>
    </form>
  );
}

function react(event: KeyboardEvent, edit: Edit, ready: boolean): void {
  if (event.key === 'Escape' && !event.isComposing) {
    event.stopPropagation();
    closeEditor();
  } else if (sendsOn(event)) {
    event.preventDefault();
    if (ready) save(edit);
  }
}

/** The change is based on the memo that one saw: if it has changed since, both texts are kept. */
function save({ memo, text }: Edit): void {
  void editMemo(memo, tidy(text));
  dropEdit(memo.id);
  say(t.changed);
}
