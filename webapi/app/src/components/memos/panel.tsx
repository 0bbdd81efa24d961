import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedMemo } from '../../sync/changes';
import { copyText } from '../../browser/clipboard';
import { editing, edits, openEditor } from '../../memos/edits';
import { language, t } from '../../messages/words';
import { edited, moment } from '../../memos/words';
import { memberOf, selected, show } from '../../sync/lists';
import { MemoEditor } from './editor';

/** What else is known of a memo, and what can be done with it: to change its text, or to copy it. */
export function MemoPanel({ memo }: { memo: ListedMemo }) {
  const edit = editing.value === memo.id ? edits.value.get(memo.id) : undefined;
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (wasEditing.current && !edit) button.current?.focus({ preventScroll: true });
    wasEditing.current = !!edit;
  });
  if (edit) return <MemoEditor edit={edit} memo={memo} />;
  return (
    <div class="panel" onKeyDown={(event) => event.key === 'Escape' && shut(memo)} data-testid="memo-panel">
      <p class="hint">{t.writtenAt(moment(Date.parse(memo.timestamp), language))}</p>
      {edited(memo) && <p class="hint">{changedBy(memo)}</p>}
      <p class="choices">
        <button type="button" class="button" ref={button} onClick={() => openEditor(memo)} data-testid="memo-edit">
          {t.edit}
        </button>
        <button type="button" class="button plain" onClick={() => void copy(memo)} data-testid="memo-copy">
          {t.copy}
        </button>
      </p>
    </div>
  );
}

function changedBy(memo: ListedMemo): string {
  const at = moment(Date.parse(memo.updatedAt ?? ''), language);
  const who = memberOf(memo.updatedBy ?? '');
  return who ? t.changedAtBy(at, who.name, who.source === 'alexa') : t.changedAt(at);
}

async function copy(memo: ListedMemo): Promise<void> {
  show((await copyText(memo.content)) ? t.memoCopied : t.notCopied);
}

/** Closes the memo and goes back to where it was opened. */
export function shut(memo: ListedMemo): void {
  selected.value = null;
  document.getElementById(`open-${memo.id}`)?.focus();
}
