import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { focusRow } from './opening';

/** How far a finger pulls the drawer down until it closes, in pixels. */
const closesAt = 90;

/**
 * Makes an opened memo a drawer over the page: nothing behind it can be reached, the focus is in it and returns to the
 * row, a keyboard on the screen leaves it in view, and it closes by a press beside it or when a finger pulls its first
 * line down.
 */
export function useDrawer(box: RefObject<HTMLElement | null>, drawer: boolean, row: string, close: () => void): void {
  const back = useRef(row);
  back.current = row;
  useLayoutEffect(() => {
    const { current } = box;
    if (!drawer || !current) return;
    const behind = [...document.querySelectorAll('.frame > :is(header, main, nav)')];
    const cover = (covered: boolean) => behind.forEach((e) => e.toggleAttribute('inert', covered));
    const ended = new AbortController();
    cover(true);
    if (!current.contains(document.activeElement)) current.focus({ preventScroll: true });
    const beside = () => current.classList.contains('fresh') || close();
    current.previousElementSibling!.addEventListener('click', beside, { signal: ended.signal });
    followKeyboard(current, ended.signal);
    followFinger(current, close, ended.signal);
    return () => {
      ended.abort();
      cover(false);
      const at = document.activeElement;
      if (at === document.body || current.contains(at)) focusRow(back.current, true);
    };
  }, [drawer]);
}

/** Ends the drawer above a keyboard that covers a part of the page, as on an iPhone. */
function followKeyboard(drawer: HTMLElement, signal: AbortSignal): void {
  const { visualViewport } = window;
  const fit = () => {
    const { height = innerHeight, offsetTop = 0 } = visualViewport ?? {};
    drawer.style.setProperty('--covered', `${Math.max(0, innerHeight - height - offsetTop)}px`);
  };
  visualViewport?.addEventListener('resize', fit, { signal });
  visualViewport?.addEventListener('scroll', fit, { signal });
}

function followFinger(drawer: HTMLElement, close: () => void, signal: AbortSignal): void {
  let from: number | undefined;
  const pulled = ({ clientY }: PointerEvent) => Math.max(0, clientY - (from ?? clientY));
  const show = (by: number) => drawer.style.setProperty('--pulled', `${by}px`);
  const listen = (type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel', on: (e: PointerEvent) => void) =>
    drawer.querySelector<HTMLElement>('.bar')!.addEventListener(type, on, { signal });
  listen('pointerdown', (event) => {
    if (event.pointerType === 'touch' && event.isPrimary) from = event.clientY;
  });
  listen('pointermove', (event) => from !== undefined && show(pulled(event)));
  listen('pointerup', (event) => {
    if (pulled(event) >= closesAt) return close();
    from = undefined;
    show(0);
  });
  listen('pointercancel', () => ((from = undefined), show(0)));
}
