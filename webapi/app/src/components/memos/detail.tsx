import { useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ago } from '../../memos/dates';
import { type Deed, historyOf } from '../../memos/history';
import type { ListedMemo } from '../../sync/changes';
import { Avatar } from '../avatar';
import { Icon } from '../icon';
import { useFamily } from '../page_context';
import { type Act, actsOf } from './acts';
import { Before } from './before';
import { MemoEditor } from './editor';
import { MemoText } from './memo_text';
import { useFocusBack } from './open_row';
import { canOpen, shut } from './opening';
import { nameIn, useMoment, useSeenBy } from './people';

/** The chosen memo beside the list; nothing if it is gone. */
export function MemoDetail() {
  const { places, lists, search } = useFamily();
  const chosen = useComputed(() => {
    const id = places.selected.value;
    return [...lists.memos.value, ...search.found.value.memos].find((memo) => memo.id === id && canOpen(memo));
  });
  const memo = chosen.value;
  useEffect(() => {
    if (!memo) places.selected.value = null; // there is nothing to make room for
  }, [memo]);
  return memo ? <Paper key={memo.id} memo={memo} /> : null;
}

function Paper({ memo }: { memo: ListedMemo }) {
  const page = useFamily();
  const { t, places, edits } = page;
  const edit = edits.editing.value === memo.id ? edits.all.value.get(memo.id) : undefined;
  const box = useRef<HTMLElement>(null);
  useFocusBack(box, !!edit);
  const acts = actsOf(memo, page);
  return (
    <article
      ref={box}
      class={memo.doneAt ? 'paper folded done' : 'paper folded'}
      id="detail"
      tabIndex={-1}
      aria-label={t.openedMemo}
      onKeyDown={(event) => event.key === 'Escape' && (event.stopPropagation(), shut(memo, places))}
      data-testid="memo-detail"
    >
      <div class="bar">
        {acts.slice(0, -1).map((act) => (
          <ActButton key={act.name} act={act} />
        ))}
        <i />
        {acts.slice(-1).map((act) => (
          <ActButton key={act.name} act={act} />
        ))}
        <button
          type="button"
          class="icon-button"
          aria-label={t.close}
          title={t.close}
          onClick={() => shut(memo, places)}
          data-testid="memo-close"
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="in">
        {edit ? <MemoEditor edit={edit} memo={memo} /> : <MemoText class="read" text={memo.content} />}
        <Written memo={memo} />
        <div data-testid="memo-panel">
          {memo.before && <h3>{t.before}</h3>}
          <Before memo={memo} titled />
          <History memo={memo} />
          <Seen memo={memo} />
        </div>
      </div>
    </article>
  );
}

function ActButton({ act: { name, icon, word, run } }: { act: Act }) {
  return (
    <button type="button" class="icon-button" aria-label={word} title={word} onClick={run} data-testid={`memo-${name}`}>
      {icon}
    </button>
  );
}

function Written({ memo }: { memo: ListedMemo }) {
  const { t, language, clock, person } = useFamily();
  const moment = useMoment();
  const since = ago(Date.parse(memo.timestamp), clock.minute.value, t, language);
  return (
    <p class="by">
      <Avatar userId={memo.userId} name={person.authorOf(memo)} />
      <span>{person.authorOf(memo)}</span> <time dateTime={memo.timestamp}>{moment(memo.timestamp)}</time>
      {since && <span class="also">{since}</span>}
    </p>
  );
}

function History({ memo }: { memo: ListedMemo }) {
  const page = useFamily();
  const { t } = page;
  const moment = useMoment();
  const words: Record<Deed, (name: string) => string> = {
    wrote: t.didWrite,
    edited: t.didEdit,
    finished: t.didFinish,
    returned: t.didReturn,
  };
  return (
    <>
      <h3>{t.history}</h3>
      <ol class="history" data-testid="history">
        {historyOf(memo).map(({ deed, userId, at }) => (
          <li key={deed}>
            <Avatar userId={userId} name={nameIn(memo, userId, page)} size="m" />
            <span>{words[deed](nameIn(memo, userId, page))}</span>
            <time dateTime={at}>{moment(at)}</time>
          </li>
        ))}
      </ol>
    </>
  );
}

function Seen({ memo }: { memo: ListedMemo }) {
  const { t } = useFamily();
  const seenBy = useSeenBy(memo);
  if (!seenBy) return null;
  return (
    <>
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
    </>
  );
}
