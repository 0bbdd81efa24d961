import { signal } from '@preact/signals';
import { asking, listen, patience, recognizerOf, speechLanguage, withSpoken, type Ending } from '../browser/dictation';
import { draft } from './draft';
import { language, t } from '../messages/words';
import { say } from '../sync/lists';

/** Whether the microphone is listening for a memo. */
export const listening = signal(false);

/** What one is told about the microphone below the box; "" for nothing. */
export const micNote = signal('');

let stop: (() => void) | undefined;

/** Whether this browser can listen at all. */
export const canListen = (): boolean => !!recognizerOf(window);

/** Writes what is said after what is written already, as it is heard. It is never sent by itself. */
export function startListening(): void {
  const Recognizer = recognizerOf(window);
  if (!Recognizer || listening.value) return;
  const before = draft.value;
  let written = before;
  const heard = (text: string) => {
    if (draft.value !== written) return stopListening(); // something else was put there meanwhile
    draft.value = written = withSpoken(before, text);
  };
  listening.value = true;
  micNote.value = t.listening;
  say(t.listening);
  stop = listen({
    recognizer: new Recognizer(),
    language: speechLanguage(language),
    heard,
    ended,
    patience,
    asking,
  });
}

/** Ends the listening; what was heard stays. */
export function stopListening(): void {
  stop?.();
}

function ended(why: Ending): void {
  stop = undefined;
  listening.value = false;
  micNote.value = { done: '', silent: t.heardNothing, refused: t.micRefused, broken: t.micBroken }[why];
  say(micNote.value || t.listened);
}
