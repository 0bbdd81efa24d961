import type { ListedMemo } from '../../sync/changes';
import { LaterIcon } from '../later_icon';
import { useFamily } from '../page_context';
import { MemoText } from './memo_text';
import { nameIn, useMoment } from './people';

/** The text that a memo had before, and the way back to it. titled: a heading stands above it. */
export function Before({ memo, titled = false }: { memo: ListedMemo; titled?: boolean }) {
  const page = useFamily();
  const moment = useMoment();
  const { before } = memo;
  if (!before) return null;
  const words = [nameIn(memo, before.by, page), moment(before.at)] as const;
  const by = <p class="meta">{titled ? page.t.writtenBy(...words) : page.t.beforeBy(...words)}</p>;
  return (
    <div class="before">
      {!titled && by}
      <MemoText text={before.content} />
      {titled && by}
      <button type="button" class="plain" onClick={() => void page.memos.bringBack(memo)} data-testid="before-restore">
        <LaterIcon name="back" class="ic s" />
        {page.t.bringBack}
      </button>
    </div>
  );
}
