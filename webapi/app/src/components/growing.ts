import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Makes a box as high as its text; the style sheet sets the limit. */
export function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`; // with its border
  }, [text]);
}

/**
 * Whether a key sends: Enter, but not the one that ends a conversion. Safari
 * reports that one after the composition, with the key code of an input method.
 */
export function sendsOn(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.isComposing && event.keyCode !== 229;
}
