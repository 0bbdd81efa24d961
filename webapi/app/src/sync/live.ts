import type { Api } from './api';
import type { Connection } from './connection';
import type { Person } from './person';

/** The messages to a page. hello: changes from now on are reported; changed: the family's data may have changed; look: it is time to poll; error: it broke. */
export type Heard = 'hello' | 'changed' | 'look' | 'error';

/** EventSource.CLOSED, which a refused stream is. */
const closed = 2;

/** One way in which a page learns of changes. An EventSource is one. */
export interface Live {
  /** 2: it is closed, and nothing opens it again. */
  readonly readyState: number;
  addEventListener(kind: Heard, hear: () => void): void;
  close(): void;
}

/** The three ways. */
export interface LiveWays {
  /** The server's event stream. */
  events(): Live;
  /** A WebSocket; again: after a failure. */
  socket(needs: TicketNeeds, again: boolean): Live;
  /** The fallback: it says look again and again. */
  polling(): Live;
}

/** Where a WebSocket gets its ticket. */
export interface TicketNeeds {
  api: Pick<Api, 'http'>;
  connection: Connection;
  person: Person;
}

/** A connection driven by its owner. */
export class Way extends EventTarget implements Live {
  readyState = 0;

  /** What else to end when it is closed. */
  end: () => void = () => undefined;

  say(kind: Heard): void {
    this.dispatchEvent(new Event(kind));
  }

  close(): void {
    this.readyState = closed;
    this.end();
  }

  /** Closes it because it broke. */
  lose(): void {
    if (this.readyState === closed) return;
    this.close();
    this.say('error');
  }
}

/** How often a page polls, in milliseconds. */
const pollEvery = 30_000;

/** The way without help of the server. */
export function polling(): Live {
  const way = new Way();
  const timer = setInterval(() => way.say('look'), pollEvery);
  way.end = () => clearInterval(timer);
  return way;
}

/** The dependencies of LiveFeed. */
export interface LiveNeeds {
  /** Opens the way that the server offers; again: after a failure. undefined: it offers none. */
  open(again: boolean): Live | undefined;
  polling(): Live;
  /** The way is open; again: after a break, during which everything may have changed. */
  hello(again: boolean): void;
  /** The family's data may have changed. */
  changed(): void;
  /** It is time to poll. */
  look(): void;
  /** The way broke; misses counts the attempts since the last hello. */
  broken(misses: number): void;
  /** From 0 to 1, for pauses that differ from those of other pages. */
  random?(): number;
}

/** The mean pauses before a closed way is opened again, in milliseconds: short at first, then long. */
const pauses = [1000, 2000, 4000];
const longPause = 60_000;

/**
 * How long a way must be open before the next pause is a short one again, in milliseconds. Otherwise pages of one
 * person that close each other's way, because there are too many, would do so each second.
 */
const lasting = 60_000;

/**
 * How long a page waits for more hints after one that it follows, in milliseconds: each makes it read the list. The pause
 * is twice as long each time while they go on to come, up to the second.
 */
const joined = [50, 400] as const;

/** The number of misses after which the way counts as broken. */
export const missesAllowed = 3;

/** Keeps one connection open, and polls without it. The browser reconnects a lost event stream itself; a closed one is opened again after a pause. */
export class LiveFeed {
  private live: Live | undefined;
  private poll: Live | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private misses = 0;

  /** How many ways in a row were closed before they had lasted. */
  private short = 0;
  private lasts: ReturnType<typeof setTimeout> | undefined;

  /** Whether the open way has been open before, or failed: changes since the request for it are not known. */
  private met = false;

  /** Runs after a hint was handled; more: another has arrived since. */
  private resting: ReturnType<typeof setTimeout> | undefined;
  private more = false;
  private pause: number = joined[0];

  constructor(private readonly needs: LiveNeeds) {}

  /** Opens the way unless it is open. */
  start(): void {
    if (this.live && this.live.readyState !== closed) return;
    clearTimeout(this.timer);
    this.fallBack();
    this.met = this.misses > 0;
    const live = (this.live = this.needs.open(this.met));
    const hear = (kind: Heard, heard: () => void) => live?.addEventListener(kind, () => this.live === live && heard());
    hear('hello', () => this.heard());
    hear('changed', () => this.hinted());
    hear('error', () => this.missed());
  }

  /** Closes the way, and stops polling. */
  stop(): void {
    for (const timer of [this.timer, this.lasts, this.resting]) clearTimeout(timer);
    this.live?.close();
    this.poll?.close();
    this.live = this.poll = this.resting = undefined;
    this.misses = this.short = 0;
  }

  private heard(): void {
    const again = this.met;
    this.misses = 0;
    this.met = true;
    clearTimeout(this.lasts);
    this.lasts = setTimeout(() => {
      this.short = 0;
    }, lasting);
    this.poll?.close();
    this.poll = undefined;
    this.needs.hello(again);
  }

  private hinted(): void {
    this.more = !!this.resting;
    if (this.more) return;
    this.needs.changed();
    this.resting = setTimeout(() => {
      this.resting = undefined;
      this.pause = this.more ? Math.min(2 * this.pause, joined[1]) : joined[0];
      if (this.more) this.hinted();
    }, this.pause);
  }

  private missed(): void {
    const { live, needs } = this;
    this.fallBack();
    this.met = true;
    needs.broken(++this.misses);
    if (this.live !== live || live?.readyState !== closed) return;
    clearTimeout(this.timer);
    clearTimeout(this.lasts);
    const pause = pauses[this.short++] ?? longPause;
    this.timer = setTimeout(() => this.start(), pause * (0.5 + (needs.random ?? Math.random)()));
  }

  private fallBack(): void {
    if (this.poll) return;
    this.poll = this.needs.polling();
    this.poll.addEventListener('look', () => this.needs.look());
  }
}
