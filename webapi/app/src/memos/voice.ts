import { effect, type Signal, signal } from '@preact/signals';
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
import type { FamilyMessages } from '../messages';
import type { Notices } from '../messages/notices';

/** Its storage key on this device. */
const slot = 'voice';

/** The dependencies of Voice. */
export interface VoiceNeeds {
  t: FamilyMessages;
  language: string;
  browser: Browser;
  notices: Notices;
  /** The draft of a new memo in this tab. */
  draft: Signal<string>;
}

/** Appends recognised words to the draft. They are never sent automatically. */
export class Voice {
  /** Whether the microphone is listening for a memo. */
  readonly listening = signal(false);

  /** The sentence about the microphone below the box; "" for none. */
  readonly note = signal('');

  /** Whether a person has ever spoken a memo on this device. */
  readonly used: Signal<boolean>;

  private end: (() => void) | undefined;

  constructor(private readonly needs: VoiceNeeds) {
    this.used = signal(this.kept());
  }

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
      draft.value = written = withSpoken(before, text);
    };
    this.listening.value = true;
    this.note.value = '';
    notices.say(t.listening);
    const unwatch = effect(() => {
      if (draft.value !== written) this.stop(); // it was sent, or the person writes another text
    });
    const ended = (why: HearingEnd) => (unwatch(), this.ended(why));
    this.end = listen({
      recognizer: new Recognizer(),
      language: speechLanguage(language),
      heard,
      ended,
      patience,
      asking,
    });
  }

  /** Stops listening; the recognised words stay. */
  stop = (): void => this.end?.();

  private ended(why: HearingEnd): void {
    const { t, notices } = this.needs;
    this.end = undefined;
    this.listening.value = false;
    if (why === 'done') this.keep();
    this.note.value = { done: '', silent: t.heardNothing, refused: t.micRefused, broken: t.micBroken }[why];
    notices.say(this.note.value || t.listened);
  }

  private kept(): boolean {
    try {
      return this.needs.browser.localStorage.getItem(slot) !== null;
    } catch {
      return false;
    }
  }

  private keep(): void {
    this.used.value = true;
    try {
      this.needs.browser.localStorage.setItem(slot, 'used');
    } catch {
      // without storage the page forgets it when it closes
    }
  }
}
