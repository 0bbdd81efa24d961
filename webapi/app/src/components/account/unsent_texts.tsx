import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { UnsentText } from '../../account/unsent';
import { copyText } from '../../browser/clipboard';
import { langOf } from '../../messages/script';
import { useRare } from '../rare_words';

/** How many texts are shown; the others are counted. */
const mostShown = 5;

/** The texts that only this device has, read again after a return from another tab; null until read. */
export function useUnsent(): ReadonlySignal<readonly UnsentText[] | null> {
  const { browser, person, unsent } = useRare();
  const texts = useSignal<readonly UnsentText[] | null>(null);
  useEffect(() => {
    const shown = new AbortController();
    const read = async () => void (texts.value = await unsent.of(person.entered));
    void read();
    browser.addEventListener('focus', () => void read(), { signal: shown.signal });
    browser.document.addEventListener('visibilitychange', () => void read(), { signal: shown.signal });
    return () => shown.abort();
  }, []);
  return texts;
}

interface UnsentTextsProps {
  texts: readonly UnsentText[] | null;
  /** The sentence about n texts. */
  says: (n: number) => string;
  /** Whether they will be lost, so that a copy is offered. */
  gone?: boolean;
}

/** The unsent texts, shown before a sign-out or a change of family. */
export function UnsentTexts({ texts, says, gone = false }: UnsentTextsProps) {
  const { t, notices } = useRare();
  if (!texts || texts.length === 0) return null;
  const kinds = { draft: t.unsentDraft, edit: t.unsentEdit, change: t.unsentChange };
  const copy = async () => {
    const copied = await copyText(texts.map(({ text }) => text).join('\n\n'));
    notices.say(copied ? t.listCopied(texts.length) : t.notCopied);
  };
  return (
    <>
      <p class={gone ? 'warning' : ''}>{says(texts.length)}</p>
      <ul class="unsent-texts" aria-label={says(texts.length)}>
        {texts.slice(0, mostShown).map(({ of, text }, i) => (
          <li key={i} data-testid="unsent-text">
            <span class="meta">{kinds[of]}</span>
            <p lang={langOf(text)} dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ul>
      {texts.length > mostShown && <p class="meta">{t.unsentMore(texts.length - mostShown)}</p>}
      {gone && (
        <button type="button" class="button" onClick={() => void copy()} data-testid="unsent-copy">
          {t.unsentCopy}
        </button>
      )}
    </>
  );
}
