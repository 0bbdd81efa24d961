import { useEffect } from 'preact/hooks';
import { t } from '../../messages/words';
import { canListen, listening, micNote, startListening, stopListening } from '../../memos/voice';
import { Icon } from '../icon';

/** Speaks a memo instead of typing it; not there where the browser cannot listen. */
export function Mic() {
  useEffect(() => stopListening, []);
  if (!canListen()) return null;
  return (
    <button
      type="button"
      class="mic"
      aria-label={t.speak}
      aria-pressed={listening.value}
      onClick={() => (listening.value ? stopListening() : startListening())}
      data-testid="mic"
    >
      <Icon name="mic" />
    </button>
  );
}

/** What the microphone is doing, or why it does nothing. */
export function MicState() {
  return (
    <p class="mic-note" data-testid="mic-note">
      {micNote}
    </p>
  );
}
