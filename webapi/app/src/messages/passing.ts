import { type ReadonlySignal, signal } from '@preact/signals';

/** How often a held message is checked after its time, in milliseconds. */
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

  /** Shows a value for ms milliseconds. */
  show(what: T, stays: number): void {
    this.from = this.now();
    this.stays = stays;
    this.current.value = what;
  }

  /** Removes the value after its time, unless held. Returns when to check again, in milliseconds; 0: empty. */
  pass(held = false): number {
    if (!this.current.peek()) return 0;
    const age = this.now() - this.from;
    if (isYoung(age, this.stays)) return this.stays - age;
    if (held) return heldFor;
    this.clear();
    return 0;
  }

  /** Removes it. */
  clear(): void {
    this.current.value = null;
  }
}

/** Whether an age in milliseconds is below a limit. A negative age, of a clock that was set back, is not. */
export const isYoung = (age: number, limit: number): boolean => age >= 0 && age < limit;
