import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../language';
import { notice } from '../state';

/** How long a message stays, in milliseconds; while it is pointed at, it stays on. */
const stay = 10_000;

/** The passing message, with Undo when there is a way back. */
export function Snackbar() {
  const bar = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (!notice.value) return;
    const close = () => {
      if (bar.current?.matches(':hover, :focus-within')) timer = setTimeout(close, 1000);
      else notice.value = null;
    };
    let timer = setTimeout(close, stay);
    return () => clearTimeout(timer);
  });
  const { text, undo } = notice.value ?? {};
  if (!text) return null;
  return (
    <div class="snackbar" ref={bar} data-testid="notice">
      <p>{text}</p>
      {undo && (
        <button type="button" id="undo" onClick={() => takeBack(undo)} data-testid="snackbar-undo">
          {t.undo}
        </button>
      )}
    </div>
  );
}

function takeBack(undo: () => void): void {
  notice.value = null;
  document.getElementById('memos')?.focus({ preventScroll: true });
  undo();
}
