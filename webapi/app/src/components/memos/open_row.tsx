import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedMemo } from '../../sync/changes';
import { useFamily } from '../page_context';
import { actsOf } from './acts';
import { Before } from './before';
import { MemoEditor } from './editor';
import { shut } from './opening';
import { useSeenBy } from './people';

/** The opened part of a row: the text before, who has seen it, and what can be done with it; or its editor. */
export function OpenRow({ memo }: { memo: ListedMemo }) {
  const page = useFamily();
  const { places, edits } = page;
  const edit = edits.editing.value === memo.id ? edits.all.value.get(memo.id) : undefined;
  const box = useRef<HTMLDivElement>(null);
  useFocusBack(box, !!edit);
  useEffect(() => box.current?.closest('li')?.scrollIntoView({ block: 'nearest' }), [!!edit]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from the buttons inside
    <div
      ref={box}
      class="unfolded"
      onKeyDown={(event) => event.key === 'Escape' && (event.stopPropagation(), shut(memo, places))}
      data-testid={edit ? undefined : 'memo-panel'}
    >
      {edit ? <MemoEditor edit={edit} memo={memo} /> : <Opened memo={memo} />}
    </div>
  );
}

function Opened({ memo }: { memo: ListedMemo }) {
  const page = useFamily();
  const acts = actsOf(memo, page).filter(({ name }) => name !== 'link'); // there is room for four
  return (
    <>
      <Before memo={memo} />
      <SeenLine memo={memo} />
      <div class="acts">
        {acts.map(({ name, icon, word, run }) => (
          <button
            key={name}
            type="button"
            class={name === 'delete' ? 'bad' : undefined}
            onClick={run}
            data-testid={`memo-${name}`}
          >
            {icon}
            {word}
          </button>
        ))}
      </div>
    </>
  );
}

function SeenLine({ memo }: { memo: ListedMemo }) {
  const { t, language } = useFamily();
  const seenBy = useSeenBy(memo);
  if (seenBy === null) return null;
  // Its line is kept free, so that the buttons below do not move under a finger when it comes.
  if (!seenBy) return <p class="meta seen-line">{'\u00a0'}</p>;
  const names = new Intl.ListFormat(language).format(seenBy.seen.map(({ name }) => name));
  return (
    <p class="meta seen-line" data-testid="seen-by">
      {names ? t.seenByAll(names) : t.seenByNobody}
    </p>
  );
}

/** Moves the focus to the button that opens the editor, once that is closed. */
export function useFocusBack(box: { current: HTMLElement | null }, editing: boolean): void {
  const was = useRef(false);
  useLayoutEffect(() => {
    if (was.current && !editing)
      box.current?.querySelector<HTMLElement>('[data-testid=memo-edit]')?.focus({ preventScroll: true });
    was.current = editing;
  });
}
