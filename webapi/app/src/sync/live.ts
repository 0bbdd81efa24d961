/** What of an EventSource is used. */
export interface Stream {
  readonly readyState: number;
  addEventListener(kind: string, hear: () => void): void;
  close(): void;
}

/** The dependencies of LiveFeed. */
export interface LiveNeeds {
  open(): Stream;
  /** The stream is there; again: after a break, in which everything may have changed. */
  hello(again: boolean): void;
  /** Something of the family has changed. */
  changed(): void;
  /** The stream broke; misses counts the tries since the last hello. */
  broken(misses: number): void;
}

/** Pauses before a stream that the server refused is opened again, in milliseconds: short at first, then long. */
const pauses = [1000, 2000, 4000];
const longPause = 60_000;

/** After how many misses one no longer counts on the stream. */
export const missesAllowed = 3;

const closed = 2; // EventSource.CLOSED, which a refused stream is

/** Keeps one event stream open. A browser that loses the stream reconnects by itself; after a refusal it is opened again after a pause. */
export class LiveFeed {
  private stream: Stream | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private misses = 0;

  /** Whether the stream that is open has been there before. */
  private met = false;

  constructor(private readonly needs: LiveNeeds) {}

  /** Opens the stream unless it is open. */
  start(): void {
    if (this.stream && this.stream.readyState !== closed) return;
    clearTimeout(this.timer);
    const stream = (this.stream = this.needs.open());
    this.met = this.misses > 0;
    const current = (hear: () => void) => () => this.stream === stream && hear();
    stream.addEventListener(
      'hello',
      current(() => this.heard()),
    );
    stream.addEventListener(
      'changed',
      current(() => this.needs.changed()),
    );
    stream.addEventListener(
      'error',
      current(() => this.missed(stream)),
    );
  }

  /** Closes the stream. */
  stop(): void {
    clearTimeout(this.timer);
    this.stream?.close();
    this.stream = undefined;
    this.misses = 0;
  }

  private heard(): void {
    const again = this.met;
    this.misses = 0;
    this.met = true;
    this.needs.hello(again);
  }

  private missed(stream: Stream): void {
    this.misses++;
    this.needs.broken(this.misses);
    if (this.stream !== stream || stream.readyState !== closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), pauses[this.misses - 1] ?? longPause);
  }
}
