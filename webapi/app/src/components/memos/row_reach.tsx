import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedMemo } from '../../sync/changes';
import { LaterIcon } from '../later_icon';
import { useFamily } from '../page_context';
import { edit } from './acts';
import { copy } from './share';
import { Swipe } from './swipe';

interface RowReachProps {
  memo: ListedMemo;
  /** The event that reached the row. */
  by: PointerEvent;
  /** Ends it. */
  end: () => void;
}

/** The row's pointer actions beside a press: buttons for a mouse, swipes for a finger. */
export function RowReach({ memo, by, end }: RowReachProps) {
  const { wide, places } = useFamily();
  if (by.pointerType === 'touch') return <Swipe memo={memo} end={end} />;
  return wide.value && places.selected.value !== memo.id ? <Tools memo={memo} by={by} /> : null;
}

/** How long a mouse rests in a row until its tools appear, in milliseconds. */
const rests = 150;

/** Where the tools begin and end, in pixels from the right end of the row; the style sheet has the same. */
const [begin, end] = [140, 44];

/**
 * The tools of a row under a resting mouse. Nothing here destroys, nothing appears under the pointer or over
 * the text, and the end of the row stays free: a click there opens the memo.
 */
function Tools({ memo, by }: { memo: ListedMemo; by: PointerEvent }) {
  const page = useFamily();
  const { t } = page;
  const box = useRef<HTMLSpanElement>(null);
  const shown = useSignal(false);
  useLayoutEffect(() => {
    const row = box.current!.closest('li')!;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = ({ clientX }: PointerEvent) => {
      clearTimeout(timer);
      timer = setTimeout(() => (shown.value ||= hasRoom(row, clientX)), rests);
    };
    rest(by);
    row.addEventListener('pointermove', rest);
    return () => (clearTimeout(timer), row.removeEventListener('pointermove', rest));
  }, []);
  return (
    <span class="tools" ref={box} hidden={!shown.value}>
      {shown.value && (
        <>
          <Tool word={t.edit} icon="edit" run={() => edit(memo, page)} />
          <Tool word={t.copyIt} icon="copy" run={() => void copy(memo, page)} />
        </>
      )}
    </span>
  );
}

function Tool({ word, icon, run }: { word: string; icon: 'edit' | 'copy'; run: () => void }) {
  return (
    <button
      type="button"
      class="icon-button"
      tabIndex={-1}
      aria-label={word}
      title={word}
      onClick={run}
      data-testid={`quick-${icon}`}
    >
      <LaterIcon name={icon} />
    </button>
  );
}

/** Whether the pointer, a line of the text and the panel are outside the area of the tools. */
function hasRoom(row: HTMLElement, x: number): boolean {
  const { right, top } = row.getBoundingClientRect();
  const text = row.querySelector('.body .text');
  const free = [begin, end].every((from) => row.contains(document.elementFromPoint(right - from, top + 28)));
  if ((x > right - begin && x < right - end) || !text || !free) return false;
  const lines = document.createRange();
  lines.selectNodeContents(text);
  return [...lines.getClientRects()].every((line) => line.right < right - begin);
}
