import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Block, blocksOf, type Row } from '../memos/rows';
import { dayKey, dayWords } from '../messages/time';
import { useLoaded } from './later';
import type { Watch } from './list_view';
import { usePage } from './page_context';

/** How many rows are rendered at most until the next page is loaded. */
const atFirst = 100;

interface WindowedProps {
  rows: readonly Row[];
  /** A list item that carries the row's key as data-key. */
  item: (row: Row) => ComponentChildren;
  watch?: Watch;
}

/** A list by day; of a long one, only rows near the view are rendered. */
export function Windowed({ rows, item, watch }: WindowedProps) {
  const { clock } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const View = useLoaded()?.ListView;
  const view = useMemo(() => View && new View(watch), [View]);
  const today = useComputed(() => dayKey(clock.now.value)); // changes once a day, not every second
  view?.setRows(rows);
  useLayoutEffect(() => view?.attach(box.current!), [view]);
  useLayoutEffect(() => view?.restoreScroll());
  const { blocks, tail } = view?.blocks() ?? begin(rows);
  return (
    <div ref={box} class={view && !view.whole ? 'days windowed' : 'days'}>
      {blocks.flatMap((block) => [
        <Gap key={`gap ${block.day}`} height={block.gap} />,
        <Day key={block.day} block={block} item={item} isToday={dayKey(block.at) === today.value} />,
      ])}
      <Gap key="tail" height={tail} />
    </div>
  );
}

function begin(rows: readonly Row[]) {
  const first = rows.slice(0, atFirst);
  return blocksOf(first, [...first.keys()], new Uint8Array(first.length + 1));
}

function Day({ block, item, isToday }: { block: Block; item: WindowedProps['item']; isToday: boolean }) {
  const { t, language, clock } = usePage();
  const words = block.day > 0 ? dayWords(block.at, clock.now.peek(), t, language) : undefined;
  return (
    <div class="day" data-day={block.day}>
      {words && block.head && (
        <h2 data-key={block.head.key}>
          {words.title} {words.aside && <small>{words.aside}</small>}
        </h2>
      )}
      <ul class={isToday && words ? 'slip folded' : 'slip'} aria-label={words?.title}>
        {block.parts.map((part, i) =>
          typeof part === 'number' ? <LeftOut key={`gap ${i}`} height={part} /> : item(part),
        )}
      </ul>
    </div>
  );
}

/** The space of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <div aria-hidden="true" style={{ height: `${height}px` }} /> : null;
}

function LeftOut({ height }: { height: number }) {
  return <li aria-hidden="true" style={{ height: `${height}px` }} />;
}
