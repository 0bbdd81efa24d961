import { useEffect } from 'preact/hooks';
import { Icon } from '../icon';
import { usePage } from '../page_context';

/** Speaks a memo instead of typing it; not there where the browser cannot listen. */
export function Mic() {
  const { t, voice } = usePage();
  useEffect(() => voice.stop, []);
  if (!voice.canListen()) return null;
  return (
    <button
      type="button"
      class="mic"
      aria-label={t.speak}
      aria-pressed={voice.listening.value}
      onClick={() => (voice.listening.value ? voice.stop() : voice.start())}
      data-testid="mic"
    >
      <Icon name="mic" />
    </button>
  );
}

/** What the microphone is doing, or why it does nothing. */
export function MicState() {
  const { voice } = usePage();
  return (
    <p class="mic-note" data-testid="mic-note">
      {voice.note}
    </p>
  );
}
