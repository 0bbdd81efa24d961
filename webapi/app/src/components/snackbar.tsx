import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePage } from './page_context';

/** How long a message stays, in milliseconds; while it is pointed at or has the focus, it stays on. */
const stay = 10_000;

/** The passing message, with Undo when there is a way back. */
export function Snackbar() {
  const { t, notices } = usePage();
  const { notice } = notices;
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
  useLayoutEffect(() => uncover(bar.current), [notice.value]);
  const { text, undo, way } = notice.value ?? {};
  if (!text) return null;
  const leave = () => {
    notice.value = null;
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from the buttons inside
    <div class="snackbar" ref={bar} onKeyDown={(event) => event.key === 'Escape' && leave()} data-testid="notice">
      <p>{text}</p>
      {undo && (
        <button type="button" id="undo" onClick={() => (leave(), undo())} data-testid="snackbar-undo">
          {way ?? t.undo}
        </button>
      )}
    </div>
  );
}

/** Scrolls so that the message does not cover what has the focus. */
function uncover(bar: HTMLElement | null): void {
  const focused = document.activeElement;
  if (!bar || !focused || focused === document.body || bar.parentElement?.contains(focused)) return;
  const over = focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
  if (over > 0) scrollBy({ top: over + 8, behavior: 'instant' });
}
