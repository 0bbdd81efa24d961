import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Block, Row } from '../memos/rows';
import { dayKey, dayWords } from '../messages/time';
import { ListView } from './list_view';
import { usePage } from './page_context';

interface WindowedProps {
  rows: readonly Row[];
  /** A list item that carries the line's key as data-key. */
  item: (row: Row) => ComponentChildren;
}

/** A list by day of which, when it is long, only what is near the view is rendered. */
export function Windowed({ rows, item }: WindowedProps) {
  const { clock } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const [view] = useState(() => new ListView());
  const today = useComputed(() => dayKey(clock.now.value)); // changes once a day, not every second
  view.lay(rows);
  useLayoutEffect(() => view.attach(box.current!), [view]);
  useLayoutEffect(() => view.settle());
  const { blocks, tail } = view.blocks();
  return (
    <div ref={box} class={view.whole ? 'days' : 'days windowed'} data-testid="days">
      {blocks.flatMap((block) => [
        <Gap key={`gap ${block.day}`} height={block.gap} />,
        <Day key={block.day} block={block} item={item} isToday={dayKey(block.at) === today.value} />,
      ])}
      <Gap key="tail" height={tail} />
    </div>
  );
}

function Day({ block, item, isToday }: { block: Block; item: WindowedProps['item']; isToday: boolean }) {
  const { t, language, clock } = usePage();
  const words = block.day > 0 ? dayWords(block.at, clock.now.peek(), t, language) : undefined;
  return (
    <div class={isToday && words ? 'day today' : 'day'}>
      {words && block.head && (
        <h2 data-key={block.head.key}>
          {words.title} {words.aside && <small>{words.aside}</small>}
        </h2>
      )}
      <ul class="slip" aria-label={words?.title}>
        {block.parts.map((part, i) =>
          typeof part === 'number' ? <LeftOut key={`gap ${i}`} height={part} /> : item(part),
        )}
      </ul>
    </div>
  );
}

/** The room of lines that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? <div aria-hidden="true" style={{ height: `${height}px` }} /> : null;
}

function LeftOut({ height }: { height: number }) {
  return <li aria-hidden="true" style={{ height: `${height}px` }} />;
}
