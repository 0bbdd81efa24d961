import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Makes a box as high as its text, and marks it as tall from two lines; the style sheet sets the limit. */
export function useGrowing(box: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const grow = () => box.current && growTo(box.current);
    grow();
    addEventListener('resize', grow);
    return () => removeEventListener('resize', grow);
  }, [text]);
}

/** Measures at the width of a box that is not tall: in a wider one the text may fit on one line. */
function growTo(box: HTMLTextAreaElement): void {
  const { classList, style } = box;
  style.height = 'auto';
  classList.remove('tall');
  classList.toggle('tall', box.scrollHeight > box.clientHeight + 1);
  style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`; // with its border
}

/** Whether the device is not mainly used by touch, and so probably has a keyboard. */
export const hasKeyboard = (): boolean => !matchMedia('(pointer: coarse)').matches;

/**
 * Whether a key sends: Enter does, and Shift and Enter break a line. On a keyboard on the screen Enter breaks the line,
 * and the button sends. The Enter that ends a conversion does not send; Safari reports it after the composition, with
 * the key code of an input method.
 */
export function sendsOn(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return false;
  return event.ctrlKey || event.metaKey || hasKeyboard();
}
