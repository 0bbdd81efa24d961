import { uuidv7 } from './uuid';

const slot = 'tab';

/** A name of the tab that has this storage, the same after a reload. */
export function tabName(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  const known = storage.getItem(slot);
  if (known) return known;
  const made = uuidv7();
  storage.setItem(slot, made);
  return made;
}
