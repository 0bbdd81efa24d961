import { useLayoutEffect, useRef } from 'preact/hooks';
import { draft } from '../draft';
import { outbox } from '../memo_actions';
import { t } from '../language';
import { say } from '../state';
import { lengthOf, maxContent, tidy } from '../text';
import { Icon } from './icon';

const composerId = 'composer';

/** From how many characters before the end the counter shows. */
const counterFrom = 50;

/** Numbers of characters left at which that is told. */
const tellAt = [20, 0, -1];

/** Puts the cursor where memos are written. */
export function focusComposer(): void {
  document.getElementById(composerId)?.focus();
}

/** Where a memo is written, within reach of the thumb. Enter sends it. */
export function Composer() {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (box.current) growToText(box.current);
  }, [draft.value]);
  const left = maxContent - lengthOf(draft.value);
  const ready = left >= 0 && left < maxContent;
  const send = () => {
    if (!ready) return;
    void outbox.add(tidy(draft.value));
    draft.value = '';
    scrollTo({ top: 0 });
    box.current?.focus();
  };
  return (
    <form class="composer" onSubmit={(event) => (event.preventDefault(), send())}>
      <textarea
        ref={box}
        id={composerId}
        rows={1}
        aria-label={t.composer}
        aria-describedby="left"
        aria-invalid={left < 0}
        placeholder={t.composerHint}
        enterkeyhint="send"
        value={draft.value}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => sendsOn(event) && (event.preventDefault(), send())}
        data-testid="composer"
      />
      <button type="submit" class="send" aria-label={t.send} aria-disabled={!ready} data-testid="send">
        <Icon name="send" />
      </button>
      <p id="left" class={left < 0 ? 'left over' : 'left'} data-testid="left">
        {left < counterFrom && t.charactersLeft(left)}
      </p>
    </form>
  );
}

function write(text: string): void {
  draft.value = text;
  const left = maxContent - lengthOf(text);
  if (tellAt.includes(left)) say(t.charactersLeft(left));
}

/**
 * Whether a key sends: Enter, but not the one that ends a conversion. Safari
 * reports that one after the composition, with the key code of an input method.
 */
function sendsOn(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.isComposing && event.keyCode !== 229;
}

/** Makes the box as high as its text; the style sheet sets the limit. */
function growToText(box: HTMLTextAreaElement): void {
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
}
