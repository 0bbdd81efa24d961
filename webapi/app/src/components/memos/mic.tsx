import { useEffect } from 'preact/hooks';
import { LaterIcon } from '../later_icon';
import { useFamily } from '../page_context';

/** How many bars move while the microphone listens. */
const bars = 11;

/** Speaks a memo instead of typing it; hidden if the browser cannot listen. */
export function Mic() {
  const { t, voice } = useFamily();
  useEffect(() => voice.stop, []);
  if (!voice.canListen()) return null;
  const listening = voice.listening.value;
  return (
    <>
      <div class={listening ? 'hearing' : 'speech'}>
        <button
          type="button"
          class="mic"
          aria-label={t.speak}
          aria-pressed={listening}
          onClick={() => (listening ? voice.stop() : voice.start())}
          data-testid="mic"
        >
          <LaterIcon name="mic" />
        </button>
        {listening && (
          <>
            <span class="wave" aria-hidden="true">
              {Array.from({ length: bars }, (_, i) => (
                <i key={i} />
              ))}
            </span>
            <span class="word">{t.hearing}</span>
            <button type="button" class="stop" onClick={() => voice.stop()} data-testid="mic-stop">
              {t.stopListening}
            </button>
          </>
        )}
      </div>
      <p class="mic-note" data-testid="mic-note">
        {voice.note}
      </p>
    </>
  );
}
