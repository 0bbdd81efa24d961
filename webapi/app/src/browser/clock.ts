import { computed, type Signal, signal } from '@preact/signals';

/** The clock for days and countdowns. */
export class Clock {
  /** The time of the last tick, in Unix milliseconds. */
  readonly now: Signal<number>;

  /** The end of the present minute, for texts that change by the minute and not by the second. */
  readonly minute = computed(() => this.now.value - (this.now.value % 60_000) + 59_999);

  /** time returns Unix milliseconds. */
  constructor(readonly time: () => number) {
    this.now = signal(time());
  }

  /** Reads the time, records it, and returns it. */
  tick(): number {
    return (this.now.value = this.time());
  }
}
