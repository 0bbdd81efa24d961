import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { dayOf } from '../../messages/moment';
import type { MadeKey } from '../../sync/model';
import { useAction } from '../action';
import { Dialog } from '../dialog';
import { LaterIcon } from '../later_icon';
import { Outcome } from '../outcome';
import { useRare } from '../rare_words';
import { KeyForm } from './key_form';

interface KeyDialogProps {
  /** Called when a key may have been made. */
  made: () => void;
  close: () => void;
}

/** Makes a key for a program and shows it once. Only this dialog has it, until it closes. */
export function KeyDialog({ made, close }: KeyDialogProps) {
  const { t } = useRare();
  const key = useSignal<MadeKey | null>(null);
  const copied = useSignal(false);
  useEffect(() => made, []); // also if the answer was lost
  return (
    <Dialog
      title={key.value ? t.keyMade : t.makeKey}
      close={close}
      class="question"
      firm={!!key.value && !copied.value}
      testid="key-dialog"
    >
      {key.value ? (
        <Made made={key.value} copied={() => (copied.value = true)} close={close} />
      ) : (
        <KeyForm got={(made) => (key.value = made)} close={close} />
      )}
    </Dialog>
  );
}

interface MadeProps {
  made: MadeKey;
  /** Called after the key was copied. */
  copied: () => void;
  close: () => void;
}

/** The key, with a button that copies it. */
function Made({ made: { token, name, expiresAt }, copied, close }: MadeProps) {
  const { t, browser, language, notices } = useRare();
  const field = useRef<HTMLTextAreaElement>(null);
  const copying = useRef<HTMLButtonElement>(null);
  const action = useAction();
  useEffect(() => {
    copying.current?.focus();
    notices.say(`${t.keyMade} ${t.keyOnce}`);
  }, []);
  const copy = async () => {
    try {
      await browser.navigator.clipboard.writeText(token);
      copied();
      action.report(t.keyCopied);
    } catch {
      field.current?.select(); // no clipboard without https
      action.report(t.keyByHand);
    }
  };
  return (
    <>
      <p>{t.keyOnce}</p>
      <textarea
        ref={field}
        class="field key-text"
        readOnly
        rows={5}
        autoComplete="off"
        spellcheck={false}
        value={token}
        onCopy={copied}
        aria-label={t.keyText(name)}
        data-testid="key-token"
      />
      <button ref={copying} type="button" class="button main" onClick={() => void copy()} data-testid="key-copy">
        <LaterIcon name="copy" class="ic s" />
        {t.keyCopy}
      </button>
      <Outcome action={action} />
      <p class="hint">{t.keySecret}</p>
      {expiresAt && <p class="hint">{t.keyUntil(dayOf(expiresAt, language))}</p>}
      <div class="choices">
        <a class="button line" href="/api/docs" target="_blank" rel="noopener" data-testid="key-guide">
          {t.keyGuide}
        </a>
        <button type="button" class="button line" onClick={close} data-testid="key-close">
          {t.close}
        </button>
      </div>
    </>
  );
}
