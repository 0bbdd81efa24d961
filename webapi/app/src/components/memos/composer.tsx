import { useRef } from 'preact/hooks';
import { lengthOf, maxContent, tidy } from '../../messages/text';
import { sendsOn, useGrowing } from '../growing';
import { Icon } from '../icon';
import { usePage } from '../page_context';
import { Mic, MicState } from './mic';

const composerId = 'composer';

/** From how many characters before the end the counter shows. */
export const counterFrom = 50;

/** Numbers of remaining characters that are announced. */
const tellAt = [20, 0, -1];

/** Puts the cursor where memos are written. */
export function focusComposer(): void {
  document.getElementById(composerId)?.focus();
}

/** Where a memo is written or spoken, within reach of the thumb. Enter sends it; what was spoken never sends itself. */
export function Composer() {
  const { t, language, draft, voice, memos, notices, browser } = usePage();
  const box = useRef<HTMLTextAreaElement>(null);
  useGrowing(box, draft.value);
  const left = maxContent - lengthOf(draft.value);
  const ready = left >= 0 && left < maxContent;
  const send = () => {
    if (!ready) return;
    voice.stop();
    void memos.add(tidy(draft.value));
    draft.value = '';
    browser.scrollTo({ top: 0 });
    box.current?.focus();
  };
  const write = (text: string) => {
    voice.stop(); // so that two do not write at once
    draft.value = text;
    const now = maxContent - lengthOf(text);
    if (tellAt.includes(now)) notices.say(t.charactersLeft(now));
  };
  return (
    <form
      class={voice.listening.value ? 'composer hears' : 'composer'}
      onSubmit={(event) => (event.preventDefault(), send())}
    >
      <textarea
        ref={box}
        id={composerId}
        rows={1}
        lang={language}
        aria-label={t.composer}
        aria-describedby="left"
        aria-invalid={left < 0}
        placeholder={t.composerHint}
        autoComplete="off"
        enterkeyhint="send"
        value={draft.value}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => sendsOn(event) && (event.preventDefault(), send())}
        data-testid="composer"
      />
      <Mic />
      <button type="submit" class="send" aria-label={t.send} aria-disabled={!ready} data-testid="send">
        <Icon name="send" />
      </button>
      <MicState />
      <p id="left" class={left < 0 ? 'left over' : 'left'} data-testid="left">
        {left < counterFrom && t.charactersLeft(left)}
      </p>
    </form>
  );
}
