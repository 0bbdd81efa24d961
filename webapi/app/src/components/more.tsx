import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useFamily } from './page_context';

/** How far below the view the next page is asked for, in pixels. */
const ahead = '1200px';

/** Loads the next page when its button comes near the view, or is pressed. */
export function More({ load }: { load: () => Promise<unknown> }) {
  const { t, connection } = useFamily();
  const busy = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const run = async () => {
    if (busy.peek()) return;
    busy.value = true;
    await load();
    busy.value = false;
  };
  useEffect(() => {
    const near = new IntersectionObserver(
      ([seen]) => seen?.isIntersecting && connection.connected.peek() && void run(),
      { rootMargin: ahead },
    );
    if (button.current && !busy.value) near.observe(button.current);
    return () => near.disconnect();
  }, [busy.value]);
  return (
    <button
      type="button"
      ref={button}
      class="button centre"
      aria-disabled={busy.value}
      onClick={() => void run()}
      data-testid="more"
    >
      {busy.value ? t.loading : t.more}
    </button>
  );
}
