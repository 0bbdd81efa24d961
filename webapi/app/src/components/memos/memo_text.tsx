import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { langOf } from '../../messages/script';
import { useLoaded } from '../later';
import { usePage } from '../page_context';

interface MemoTextProps {
  text: string;
  id?: string;
  class?: string;
  /** Whether a long text is cut after six lines. */
  clamp?: boolean;
  /** Whether the keyboard reaches its links. */
  reached?: boolean;
}

/** Texts that may take more than six lines on the narrowest screen. */
const long = /.{54}|(?:\n.*){6}/s;

/** A memo's text: its lines, its language and direction, and its links after the part for them is loaded. */
export function MemoText({ text, id, class: more = '', clamp = false, reached = true }: MemoTextProps) {
  const { t } = usePage();
  const loaded = useLoaded();
  const box = useRef<HTMLParagraphElement>(null);
  const cut = useSignal(false);
  const all = useSignal(false);
  const isLong = long.test(text);
  const clamped = clamp && !all.value && isLong;
  useLayoutEffect(() => {
    const { current } = box;
    if (!clamped || !current) return;
    const sized = new ResizeObserver(() => (cut.value = current.scrollHeight > current.clientHeight + 1));
    sized.observe(current);
    return () => sized.disconnect();
  }, [clamped, text]);
  return (
    <>
      <p
        ref={box}
        id={id}
        class={`text ${more} ${isLong ? 'long' : ''} ${clamped ? 'clamp' : ''}`}
        lang={langOf(text)}
        dir="auto"
      >
        {loaded ? <loaded.Linked text={text} reached={reached} /> : text}
      </p>
      {clamped && cut.value && (
        <button type="button" class="more" tabIndex={-1} onClick={() => (all.value = true)} data-testid="memo-all">
          {t.showRest}
        </button>
      )}
    </>
  );
}
