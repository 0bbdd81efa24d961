import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { copyText } from '../../browser/clipboard';
import { addressOfMemo } from '../../browser/places';
import type { ListedMemo } from '../../sync/changes';
import { hasKeyboard } from '../growing';
import { LaterIcon } from '../later_icon';
import { type FamilyPage, useFamily } from '../page_context';
import { rove } from '../rove';

/** Shares a memo: by the system's sheet of a phone or tablet, elsewhere by a menu of what can be copied. */
export function ShareButton({ memo, class: kind, worded }: { memo: ListedMemo; class?: string; worded: boolean }) {
  const page = useFamily();
  const { t, wide } = page;
  const open = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const bySystem = 'share' in navigator && !(wide.value && hasKeyboard());
  const shut = (focus: boolean) => {
    open.value = false;
    if (focus) button.current?.focus();
  };
  return (
    <span class="share">
      <button
        ref={button}
        type="button"
        class={kind}
        aria-label={worded ? undefined : t.shareIt}
        title={worded ? undefined : t.shareIt}
        aria-haspopup={bySystem ? undefined : 'menu'}
        aria-expanded={bySystem ? undefined : open.value}
        onClick={() => (bySystem ? void share(memo, page) : (open.value = !open.value))}
        data-testid="memo-share"
      >
        <LaterIcon name="share" />
        {worded && t.shareIt}
      </button>
      {open.value && <Ways memo={memo} shut={shut} />}
    </span>
  );
}

function Ways({ memo, shut }: { memo: ListedMemo; shut: (focus: boolean) => void }) {
  const page = useFamily();
  const { t } = page;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    const outside = (event: PointerEvent) => !box.current?.parentElement?.contains(event.target as Node) && shut(false);
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, []);
  const react = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.stopPropagation(); // Escape closes the menu and not the memo
    shut(event.key === 'Escape');
  };
  const item = { type: 'button', role: 'menuitem', tabIndex: -1, onKeyDown: rove } as const;
  const choose = (act: typeof copy) => () => (shut(true), void act(memo, page));
  return (
    <div class="menu" role="menu" aria-label={t.shareIt} ref={box} onKeyDown={react}>
      <button {...item} onClick={choose(copy)} data-testid="memo-copy">
        <LaterIcon name="copy" />
        {t.copyIt}
      </button>
      {memo.version > 0 && ( // an unsent memo has no address
        <button {...item} onClick={choose(copyLink)} data-testid="memo-link">
          <LaterIcon name="link" />
          {t.copyLinkTo}
        </button>
      )}
    </div>
  );
}

/** Opens the system's sheet with the text. If that fails the text is copied; closing the sheet shows no message. */
async function share(memo: ListedMemo, page: FamilyPage): Promise<void> {
  try {
    await navigator.share({ text: memo.content });
  } catch (e) {
    if ((e as Error).name !== 'AbortError') await copy(memo, page, page.t.notShared);
  }
}

/** Copies the text of a memo. */
export async function copy(memo: ListedMemo, { t, notices }: FamilyPage, failed = t.notCopied): Promise<void> {
  if (await copyText(memo.content)) notices.news(t.memoCopied);
  else notices.error(failed);
}

/** Copies the address of a memo, which opens it for the members of the family. */
async function copyLink({ id }: ListedMemo, { t, notices, browser }: FamilyPage): Promise<void> {
  if (await copyText(browser.location.origin + addressOfMemo(id))) notices.news(t.linkCopied);
  else notices.error(t.notCopied);
}
