import { useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hasKeyboard } from '../growing';
import { Icon } from '../icon';
import { useFamily } from '../page_context';

/** How long after the last key the list follows, in milliseconds. */
const searchAfter = 150;

/**
 * Searches memos by words. While an input method composes a word, the list does not change. On a phone it replaces the
 * day until it is closed.
 */
export function SearchBox({ shut }: { shut: () => void }) {
  const { t, search, wide } = useFamily();
  const { query } = search;
  const written = useSignal(query.peek().text);
  const composing = useSignal(false);
  const box = useRef<HTMLInputElement>(null);
  const asked = useRef(written.peek());
  const left = () => !wide.peek() && !written.peek() && !query.peek().author && shut();
  useEffect(() => {
    if (!wide.peek() && !written.peek() && !query.peek().author) box.current?.focus();
  }, []);
  useLeaving(box, left);
  useSignalEffect(() => {
    const text = written.value;
    if (composing.value) return;
    const timer = setTimeout(() => search.narrow({ text: (asked.current = text) }), searchAfter);
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    const { text } = query.value; // it differs from what was typed here, so it was changed elsewhere
    if (text !== asked.current) void ((written.value = asked.current = text), left());
    else if (!document.activeElement?.closest('header')) left();
  });
  const clear = () => {
    written.value = asked.current = '';
    search.narrow(wide.peek() ? { text: '' } : { text: '', author: '' });
    if (wide.peek()) return;
    shut();
    setTimeout(() => document.activeElement === document.body && document.getElementById('search-open')?.focus());
  };
  /** Lets the keys of the list work again. */
  const leave = () => {
    clear();
    if (wide.peek()) document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        ref={box}
        id="search"
        type="text"
        inputMode="search"
        autoComplete="off"
        enterkeyhint="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        value={written.value}
        onInput={(event) => (written.value = event.currentTarget.value)}
        onCompositionStart={() => (composing.value = true)}
        onCompositionEnd={() => (composing.value = false)}
        onKeyDown={(event) => event.key === 'Escape' && !event.isComposing && leave()}
        data-testid="search"
      />
      {written.value || !wide.value ? (
        <button
          type="button"
          class="icon-button"
          aria-label={t.clearSearch}
          onPointerDown={(event) => event.preventDefault()} // otherwise the box loses the focus and closes before the click
          onClick={() => (clear(), wide.peek() && box.current?.focus())}
          data-testid="search-clear"
        >
          <Icon name="close" />
        </button>
      ) : (
        hasKeyboard() && (
          <span class="key-hint" aria-hidden="true">
            /
          </span>
        )
      )}
    </div>
  );
}

/** Reports that the focus has left the header with all its filters. */
function useLeaving(box: RefObject<HTMLElement | null>, left: () => void): void {
  useEffect(() => {
    const bar = box.current!.closest('header')!;
    const out = ({ relatedTarget }: FocusEvent) => bar.contains(relatedTarget as Node | null) || left();
    bar.addEventListener('focusout', out);
    return () => bar.removeEventListener('focusout', out);
  }, []);
}
