/**
 * Moves the focus to the place itself when the focused element is gone, such as the last button of a list after its
 * use: the keyboard continues from there, and not from the top.
 */
export function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
  });
}
