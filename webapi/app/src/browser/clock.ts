import { computed, type Signal, signal } from '@preact/signals';

/** The time that days and countdowns are told by. */
export class Clock {
  /** The time of the last tick, in Unix milliseconds. */
  readonly now: Signal<number>;

  /** The end of the present minute: what is told in minutes need not look every second. */
  readonly minute = computed(() => this.now.value - (this.now.value % 60_000) + 59_999);

  /** time returns Unix milliseconds. */
  constructor(readonly time: () => number) {
    this.now = signal(time());
  }

  /** Takes note of the time, and returns it. */
  tick(): number {
    return (this.now.value = this.time());
  }
}
