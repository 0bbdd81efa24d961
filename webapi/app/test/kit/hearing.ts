import type { Recognizer } from '../../src/browser/dictation';
import type { FakeTab } from './browser';

/** Adds speech recognition to a tab's browser; the returned function sends the words so far. */
export function hearing(tab: FakeTab): (transcript: string) => void {
  let listening: Pick<Recognizer, 'onresult'> | undefined;
  class Hearing {
    onresult: Recognizer['onresult'] = null;

    start(): void {
      listening = this;
    }

    abort(): void {}
  }
  Object.assign(tab.window, { SpeechRecognition: Hearing });
  return (transcript) => listening?.onresult?.({ results: [{ isFinal: false, 0: { transcript } }] });
}
