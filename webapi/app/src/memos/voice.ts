import { type Signal, signal } from '@preact/signals';
import type { Browser } from '../browser/browser';
import {
  asking,
  type HearingEnd,
  listen,
  patience,
  recognizerOf,
  speechLanguage,
  withSpoken,
} from '../browser/dictation';
import type { Messages } from '../messages';
import type { Notices } from '../messages/notices';

/** The dependencies of Voice. */
export interface VoiceNeeds {
  t: Messages;
  language: string;
  browser: Browser;
  notices: Notices;
  /** What is being written in this tab for a new memo. */
  draft: Signal<string>;
}

/** Writes what is said after what is written already, as it is heard. It is never sent by itself. */
export class Voice {
  /** Whether the microphone is listening for a memo. */
  readonly listening = signal(false);

  /** What one is told about the microphone below the box; "" for nothing. */
  readonly note = signal('');

  private end: (() => void) | undefined;

  constructor(private readonly needs: VoiceNeeds) {}

  /** Whether this browser can listen at all. */
  canListen(): boolean {
    return !!recognizerOf(this.needs.browser);
  }

  /** Listens for one utterance. */
  start(): void {
    const { t, language, browser, notices, draft } = this.needs;
    const Recognizer = recognizerOf(browser);
    if (!Recognizer || this.listening.value) return;
    const before = draft.value;
    let written = before;
    const heard = (text: string) => {
      if (draft.value !== written) return this.stop(); // something else was put there meanwhile
      draft.value = written = withSpoken(before, text);
    };
    this.listening.value = true;
    this.note.value = t.listening;
    notices.say(t.listening);
    const ended = (why: HearingEnd) => this.ended(why);
    this.end = listen({
      recognizer: new Recognizer(),
      language: speechLanguage(language),
      heard,
      ended,
      patience,
      asking,
    });
  }

  /** Ends the listening; what was heard stays. */
  stop = (): void => this.end?.();

  private ended(why: HearingEnd): void {
    const { t, notices } = this.needs;
    this.end = undefined;
    this.listening.value = false;
    this.note.value = { done: '', silent: t.heardNothing, refused: t.micRefused, broken: t.micBroken }[why];
    notices.say(this.note.value || t.listened);
  }
}
