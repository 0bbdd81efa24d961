import { type Deed, historyOf } from '../../memos/history';
import { langOf } from '../../messages/script';
import type { ListedMemo } from '../../sync/changes';
import { Avatar } from '../avatar';
import { LaterIcon } from '../later_icon';
import { useFamily } from '../page_context';
import { Linked } from './linked';
import { nameIn, useMoment, useSeenBy } from './people';

/** The history of a memo, newest first, with the earlier text and the button to bring it back. */
export function History({ memo }: { memo: ListedMemo }) {
  const page = useFamily();
  const { t } = page;
  const moment = useMoment();
  const words: Record<Deed, (name: string) => string> = {
    wrote: t.didWrite,
    edited: t.didEdit,
    finished: t.didFinish,
    returned: t.didReturn,
  };
  const entries = historyOf(memo);
  const edited = entries.find(({ deed }) => deed === 'edited') ?? entries[0];
  return (
    <section>
      <h3>{t.history}</h3>
      <ol class="history" data-testid="history">
        {entries.map((entry) => (
          <li key={entry.deed}>
            <Avatar userId={entry.userId} name={nameIn(memo, entry.userId, page)} size="m" />
            <span>{words[entry.deed](nameIn(memo, entry.userId, page))}</span>
            <time dateTime={entry.at}>{moment(entry.at)}</time>
            {entry === edited && memo.before && <Before memo={memo} text={memo.before.content} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Before({ memo, text }: { memo: ListedMemo; text: string }) {
  const { t, memos } = useFamily();
  return (
    <div class="before">
      <p>
        {t.before}
        <q lang={langOf(text)} dir="auto">
          <Linked text={text} reached />
        </q>
      </p>
      <button type="button" class="plain" onClick={() => void memos.bringBack(memo)} data-testid="before-restore">
        <LaterIcon name="back" class="ic s" />
        {t.bringBack}
      </button>
    </div>
  );
}

/** Which members have seen a memo, and which have not; nothing until that is known. */
export function Seen({ memo }: { memo: ListedMemo }) {
  const { t } = useFamily();
  const seenBy = useSeenBy(memo);
  if (!seenBy) return null;
  return (
    <section>
      <h3>{t.seenBy}</h3>
      <ul class="seen" data-testid="seen-by">
        {seenBy.seen.map(({ userId, name }) => (
          <li key={userId}>
            <Avatar userId={userId} name={name} size="m" />
            {name}
          </li>
        ))}
        {seenBy.yet.map(({ userId, name }) => (
          <li key={userId} class="yet">
            <Avatar userId={userId} name={name} size="m" />
            {name} <small>{t.notSeenYet}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
