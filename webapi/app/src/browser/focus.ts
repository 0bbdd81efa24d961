/**
 * Moves the focus to the place itself when the focused element is gone, as after the last
 * of some buttons was used: a keyboard goes on from there, and not from the top.
 */
export function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
  });
}
