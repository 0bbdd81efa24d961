import { type ReadonlySignal, signal } from '@preact/signals';

/** How long something that is pointed at or has the focus stays on after its time, before it is looked at again, in milliseconds. */
const heldFor = 1000;

/** A message shown for a while. */
export class Passing<T> {
  private readonly current = signal<T | null>(null);
  private from = 0;
  private stays = 0;

  /** now returns Unix milliseconds. */
  constructor(private readonly now: () => number) {}

  /** The message; null for none. */
  get shown(): ReadonlySignal<T | null> {
    return this.current;
  }

  /** Shows something for so many milliseconds. */
  show(what: T, stays: number): void {
    this.from = this.now();
    this.stays = stays;
    this.current.value = what;
  }

  /** Takes away what has had its time, unless it is held. Returns when to look again, in milliseconds; 0: nothing is shown. */
  pass(held = false): number {
    if (!this.current.peek()) return 0;
    const age = this.now() - this.from;
    if (isYoung(age, this.stays)) return this.stays - age;
    if (held) return heldFor;
    this.clear();
    return 0;
  }

  /** Takes it away. */
  clear(): void {
    this.current.value = null;
  }
}

/** Whether an age in milliseconds is below a limit. After the device's clock was set back it is not known, and counts as old. */
export const isYoung = (age: number, limit: number): boolean => age >= 0 && age < limit;
