import { uuidv7 } from './uuid';

const slot = 'tab';

/** A name of this tab, the same after a reload. */
export function tabName(): string {
  const known = sessionStorage.getItem(slot);
  if (known) return known;
  const made = uuidv7();
  sessionStorage.setItem(slot, made);
  return made;
}
