import { useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Notice } from '../messages/notices';
import { Avatar } from './avatar';
import { Icon } from './icon';
import { useFamily } from './page_context';

/** How long a message stays, in milliseconds, 0 for as long as it is true; while it is pointed at or has the focus, it stays on. */
const stays: Record<Notice['kind'], (text: string) => number> = {
  news: (text) => Math.max(4000, text.length * 100), // time to read it
  undo: () => 10_000,
  error: () => 0,
};

/** The passing message: what others did, the way back from what one did oneself, or what went wrong. */
export function Snackbar() {
  const { notice } = useFamily().notices;
  const bar = useRef<HTMLDivElement>(null);
  const count = useRef({ notice: notice.peek(), n: 0 });
  useSignalEffect(() => {
    const stay = notice.value && stays[notice.value.kind](notice.value.text);
    if (!stay) return;
    const close = () => {
      if (bar.current?.matches(':hover, :focus-within')) timer = setTimeout(close, 1000);
      else notice.value = null;
    };
    let timer = setTimeout(close, stay);
    return () => clearTimeout(timer);
  });
  useLayoutEffect(() => uncover(bar.current), [notice.value]);
  if (!notice.value) return null;
  if (count.current.notice !== notice.value) count.current = { notice: notice.value, n: count.current.n + 1 };
  const leave = () => {
    notice.value = null;
    document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from the buttons inside
    <div
      key={count.current.n}
      class={looks[notice.value.kind]}
      ref={bar}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
      data-testid="notice"
      data-kind={notice.value.kind}
    >
      <Message notice={notice.value} leave={leave} />
    </div>
  );
}

const looks: Record<Notice['kind'], string> = { news: 'note', undo: 'toast', error: 'trouble' };

function Message({ notice, leave }: { notice: Notice; leave: () => void }) {
  const { t, person } = useFamily();
  const { kind, text, act, way, userId } = notice;
  const member = userId && person.memberOf(userId);
  return (
    <>
      {member && <Avatar userId={member.userId} name={member.name} size="m" />}
      <p>{text}</p>
      {act && (
        <button
          type="button"
          id="undo"
          class={kind === 'undo' ? 'undo' : 'plain'}
          onClick={() => (leave(), act())}
          data-testid="snackbar-undo"
        >
          {kind === 'undo' && <Ring />}
          {way ?? (kind === 'error' ? t.tryAgain : t.undo)}
        </button>
      )}
      {kind === 'error' && (
        <button type="button" class="icon-button" aria-label={t.close} onClick={leave} data-testid="notice-close">
          <Icon name="close" />
        </button>
      )}
    </>
  );
}

/** How much is left of the time for the way back. */
function Ring() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <circle class="rest" cx="12" cy="12" r="9" />
      <circle class="left-over" cx="12" cy="12" r="9" transform="rotate(-90 12 12)" />
    </svg>
  );
}

/** Scrolls so that the message covers neither what has the focus nor the end of a list that was in view. */
function uncover(bar: HTMLElement | null): void {
  if (!bar) return;
  const { scrollHeight } = document.documentElement;
  if (scrollHeight > innerHeight && scrollY + innerHeight >= scrollHeight - 2)
    requestAnimationFrame(() => scrollBy({ top: scrollHeight, behavior: 'instant' }));
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.tagName === 'MAIN' || focused.closest('.dock')) return;
  const over = focused.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
  if (over > 0) scrollBy({ top: over + 8, behavior: 'instant' });
}
