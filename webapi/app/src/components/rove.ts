/** By how many steps a key moves the focus. */
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus among the siblings of the focused element by the arrow keys, Home and End; it wraps around. */
export function rove(event: KeyboardEvent): void {
  const from = event.currentTarget as HTMLElement;
  const all = [...from.parentElement!.children].filter((el): el is HTMLElement => el instanceof HTMLElement);
  const step = steps[event.key];
  const to =
    event.key === 'Home' ? 0 : event.key === 'End' ? all.length - 1 : step ? all.indexOf(from) + step : undefined;
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)!.focus();
}
