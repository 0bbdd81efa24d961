import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { holdOpen } from './firm';
import { Icon } from './icon';
import { usePage } from './page_context';
import { Status } from './status';

interface DialogProps {
  title: string;
  close: () => void;
  children: ComponentChildren;
  class?: string;
  /** Whether Escape and a tap beside it leave it open, because its content cannot be shown again. */
  firm?: boolean;
  testid?: string;
}

/** A modal dialog: Escape, the cross and a tap beside it close it; the browser keeps the focus inside. */
export function Dialog({ title, close, children, class: kind = '', firm, testid }: DialogProps) {
  const { t } = usePage();
  const box = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close(); // still on the page, so that the browser returns the focus to where it was
  }, []);
  return (
    <dialog
      ref={box}
      class={kind}
      aria-labelledby={titleId}
      onClose={() => box.current && close()} // not when another dialog has taken its place
      onCancel={firm ? holdOpen : undefined}
      onKeyDown={firm ? holdOpen : undefined}
      onClick={(event) => !firm && event.target === box.current && close()}
      data-testid={testid}
    >
      <div class="dialog-body">
        <header>
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="icon-button" aria-label={t.close} onClick={close} data-testid="dialog-close">
            <Icon name="close" />
          </button>
        </header>
        {children}
        <Status />
      </div>
    </dialog>
  );
}
