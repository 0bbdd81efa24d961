import { useLayoutEffect, useRef } from 'preact/hooks';
import { copyText } from '../../browser/clipboard';
import { edited, moment } from '../../memos/words';
import type { ListedMemo } from '../../sync/changes';
import { type FamilyPage, useFamily } from '../page_context';
import { MemoEditor } from './editor';
import { shut } from './opening';

/** What else is known of a memo, and what can be done with it: to change its text, or to copy it. */
export function MemoPanel({ memo }: { memo: ListedMemo }) {
  const page = useFamily();
  const { t, language, places, edits } = page;
  const edit = edits.editing.value === memo.id ? edits.all.value.get(memo.id) : undefined;
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (wasEditing.current && !edit) button.current?.focus({ preventScroll: true });
    wasEditing.current = !!edit;
  });
  if (edit) return <MemoEditor edit={edit} memo={memo} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from the buttons inside
    <div class="panel" onKeyDown={(event) => event.key === 'Escape' && shut(memo, places)} data-testid="memo-panel">
      <p class="hint">{t.writtenAt(moment(Date.parse(memo.timestamp), language))}</p>
      {memo.doneAt && <p class="hint">{doneBy(memo, page)}</p>}
      {edited(memo) && <p class="hint">{changedBy(memo, page)}</p>}
      <p class="choices">
        <button type="button" class="button" ref={button} onClick={() => edits.open(memo)} data-testid="memo-edit">
          {t.edit}
        </button>
        <button type="button" class="button plain" onClick={() => void copy(memo, page)} data-testid="memo-copy">
          {t.copy}
        </button>
      </p>
    </div>
  );
}

function doneBy({ doneAt, doneBy }: ListedMemo, { t, language, person }: FamilyPage): string {
  const at = moment(Date.parse(doneAt ?? ''), language);
  const who = person.memberOf(doneBy ?? '');
  return who ? t.doneAtBy(at, who.name, who.source === 'alexa') : t.doneAt(at);
}

function changedBy(memo: ListedMemo, { t, language, person }: FamilyPage): string {
  const at = moment(Date.parse(memo.updatedAt ?? ''), language);
  const who = person.memberOf(memo.updatedBy ?? '');
  return who ? t.changedAtBy(at, who.name, who.source === 'alexa') : t.changedAt(at);
}

async function copy(memo: ListedMemo, { t, notices }: FamilyPage): Promise<void> {
  notices.show((await copyText(memo.content)) ? t.memoCopied : t.notCopied);
}
