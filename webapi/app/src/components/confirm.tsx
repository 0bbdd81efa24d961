import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { keepFocus } from '../browser/focus';
import { useAction } from './action';
import { Dialog } from './dialog';
import { Outcome } from './outcome';
import { useFamily } from './page_context';

interface ConfirmProps {
  title: string;
  /** The word on the button that confirms. */
  confirm: string;
  /** Runs after the confirmation; when it succeeds the question closes. */
  run: () => Promise<void>;
  close: () => void;
  danger?: boolean;
  children: ComponentChildren;
  /** Begins the names that tests find the parts by: <testid>-dialog, -confirm and -cancel. */
  testid: string;
}

/** Asks before an action that cannot simply be undone. */
export function Confirm({ title, confirm, run, close, danger = false, children, testid }: ConfirmProps) {
  const { t } = useFamily();
  const action = useAction();
  useEffect(() => keepFocus, []); // the confirmed action may have removed the former focus
  const go = async () => {
    await run();
    close();
  };
  return (
    <Dialog title={title} close={close} class="question" testid={`${testid}-dialog`}>
      {children}
      <Outcome action={action} />
      <div class="choices">
        <button
          type="button"
          class={danger ? 'button danger' : 'button main'}
          aria-disabled={action.busy.value}
          onClick={() => void action.run(go)}
          data-testid={`${testid}-confirm`}
        >
          {confirm}
        </button>
        <button type="button" class="button line" onClick={close} data-testid={`${testid}-cancel`}>
          {t.cancel}
        </button>
      </div>
    </Dialog>
  );
}
