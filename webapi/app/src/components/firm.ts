/** The fields of an event that decide whether it closes a dialog. */
type Closing = Pick<Event, 'type' | 'preventDefault'> & { key?: string };

/**
 * Keeps a dialog open at Escape and at the gesture that goes back. The key is handled as well, since some browsers
 * close a dialog at the second Escape whatever the page does.
 */
export function holdOpen(event: Closing): void {
  if (event.type === 'cancel' || event.key === 'Escape') event.preventDefault();
}
