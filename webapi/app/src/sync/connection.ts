import { signal } from '@preact/signals';
import type { Messages } from '../messages';
import type { Notices } from '../messages/notices';
import { ApiError } from './model';

/** How changes by others arrive: by events of the server, by polling, or not at all now. */
export type Hints = 'events' | 'polling' | 'off';

/** The dependencies of Connection. */
export interface ConnectionNeeds {
  t: Messages;
  notices: Notices;
  /** Ends the session that the server does not know. */
  over(): void;
}

/** Whether the server can be reached, and the sentences for its refusals. */
export class Connection {
  /** Whether the server answered the last request. */
  readonly connected = signal(true);

  readonly live = signal<Hints>('off');

  /** How long the server wants no requests, in milliseconds, as it said in its last refusal. */
  private wait = 0;

  constructor(private readonly needs: ConnectionNeeds) {}

  /** Returns how long to wait before the next request, in milliseconds, and 0 when called again. */
  takeWait(): number {
    const ms = this.wait;
    this.wait = 0;
    return ms;
  }

  /** Records whether the server can be reached, and reports changes. */
  note(reached: boolean): void {
    if (reached === this.connected.value) return;
    this.connected.value = reached;
    const { t, notices } = this.needs;
    notices.say(reached ? t.backOnline : t.offline);
  }

  /** Records a failed request: whether the server was reached, and how long it wants no requests. */
  noteFailure(e: unknown): void {
    if (!(e instanceof ApiError)) return this.note(false);
    this.wait = e.retryAfter;
    this.note(e.status > 0 && e.status < 500);
  }

  /** Runs a request and records whether the server can be reached; returns whether it answered. */
  async reach(ask: () => Promise<void>, loud = false): Promise<boolean> {
    try {
      await ask();
      this.note(true);
      return true;
    } catch (e) {
      const passing = e instanceof ApiError && e.passing;
      const text = this.explain(e);
      if (passing) this.noteFailure(e);
      if (loud || !passing) this.needs.notices.error(text);
      return false;
    }
  }

  /** The sentence for an error. */
  sentenceFor(e: unknown): string {
    const { t } = this.needs;
    if (!(e instanceof ApiError)) return t.unknownError;
    return e.detail || (e.status === 0 ? t.networkError : t.unknownError);
  }

  /** Returns the sentence for an error. A 401 ends the session. */
  explain(e: unknown): string {
    if (e instanceof ApiError && e.status === 401) this.needs.over();
    return this.sentenceFor(e);
  }
}
