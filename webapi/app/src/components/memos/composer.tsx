import { useRef } from 'preact/hooks';
import type { Line } from '../../memos/pasted';
import { lengthOf, maxContent, tidy } from '../../messages/text';
import { hasKeyboard, sendsOn, useGrowing } from '../growing';
import { Icon } from '../icon';
import { Later } from '../later';
import { usePage } from '../page_context';

const composerId = 'composer';

/** How many remaining characters make the counter visible. */
export const counterFrom = 50;

/** Numbers of remaining characters that are announced. */
const tellAt = [20, 0, -1];

/** Puts the cursor into the composer. */
export function focusComposer(): void {
  document.getElementById(composerId)?.focus();
}

/** The text inserted by one input event: typed, pasted, dropped, dictated or filled in. */
function insertedIn(before: string, after: string): string {
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start] === after[start]) start++;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return after.slice(start, after.length - end);
}

/** The composer, within reach of the thumb. A spoken text is never sent automatically. */
export function Composer() {
  const { t, language, draft, pasted, memos, notices, browser } = usePage();
  const box = useRef<HTMLTextAreaElement>(null);
  useGrowing(box, draft.value);
  const left = maxContent - lengthOf(draft.value);
  const empty = left === maxContent;
  const add = (text: string | readonly Line[]) => {
    void memos.add(text);
    draft.value = '';
    pasted.value = false;
    browser.scrollTo({ top: 0 });
    box.current?.focus();
  };
  const send = () => {
    const question = pasted.value && document.getElementById('paste'); // none until it is loaded
    if (question) question.focus();
    else if (left < 0) notices.say(t.charactersLeft(left));
    else if (!empty) add(tidy(draft.value));
  };
  const write = (text: string) => {
    const several = /\S\s*\n\s*\S/.test(insertedIn(draft.value, text));
    draft.value = text;
    pasted.value = !!text && (pasted.value || several);
    const now = maxContent - lengthOf(text);
    if (tellAt.includes(now) || (now < 0 && left >= 0)) notices.say(t.charactersLeft(now));
  };
  const react = (event: KeyboardEvent) => {
    if (sendsOn(event)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') pasted.value = false;
  };
  return (
    <form class="composer" onSubmit={(event) => (event.preventDefault(), send())}>
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
        enterkeyhint={hasKeyboard() ? 'send' : 'enter'}
        value={draft.value}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={react}
        data-testid="composer"
      />
      <Later patient>{({ Mic }) => <Mic />}</Later>
      <button type="submit" class="send" aria-label={t.send} aria-disabled={empty || left < 0} data-testid="send">
        <Icon name="send" />
      </button>
      <p id="left" class={left < 0 ? 'left over' : 'left'} data-testid="left">
        {left < counterFrom && t.charactersLeft(left)}
      </p>
      {pasted.value && (
        <Later patient>{({ Pasted }) => <Pasted add={add} keep={() => (pasted.value = false)} />}</Later>
      )}
    </form>
  );
}
