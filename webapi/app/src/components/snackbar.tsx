import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FamilyMessages } from '../messages';
import type { Act } from '../messages/acts';
import type { Fact, News, Trouble } from '../messages/notices';
import type { Passing } from '../messages/passing';
import { Avatar } from './avatar';
import { Icon } from './icon';
import { useFamily } from './page_context';
import { takeBack } from './undo';

/** The messages, each kind in its own place: facts, errors, news about others, and below them Undo. */
export function Snackbar() {
  const { facts, trouble, latest, acts } = useFamily().notices;
  useLayoutEffect(uncover, [facts.value, trouble.value, latest.shown.value, acts.bar.shown.value]);
  return (
    <>
      {facts.value.map((fact) => (
        <FactBar key={fact.text} fact={fact} />
      ))}
      {trouble.value && <TroubleBar trouble={trouble.value} />}
      {latest.shown.value && <NewsBar news={latest.shown.value} />}
      {acts.bar.shown.value && <UndoBar acts={acts.bar.shown.value} />}
    </>
  );
}

/** The facts, until the person closes them. */
function FactBar({ fact }: { fact: Fact }) {
  const { notices } = useFamily();
  const leave = () => {
    notices.take(fact);
    fact.closed?.();
  };
  return (
    <Bar kind="fact" look="fact" leave={leave} closable>
      <p>{fact.text}</p>
    </Bar>
  );
}

function TroubleBar({ trouble }: { trouble: Trouble }) {
  const { t, notices } = useFamily();
  const { text, act, way } = trouble;
  const leave = () => notices.take(trouble);
  return (
    <Bar kind="error" look="trouble" leave={leave} closable>
      <p>{text}</p>
      {act && (
        <button type="button" class="plain" onClick={() => (leave(), goToPlace(), act())}>
          {way ?? t.tryAgain}
        </button>
      )}
    </Bar>
  );
}

function NewsBar({ news: { text, userId } }: { news: News }) {
  const { person, notices } = useFamily();
  const bar = usePassing(notices.latest);
  const member = userId && person.memberOf(userId);
  return (
    <Bar kind="news" look="note" leave={() => notices.latest.clear()} bar={bar}>
      {member && <Avatar userId={member.userId} name={member.name} size="m" />}
      <p>{text}</p>
    </Bar>
  );
}

/** Undo of the last act, drawn as a pile if more acts can be undone. */
function UndoBar({ acts }: { acts: readonly Act[] }) {
  const page = useFamily();
  const { t, notices } = page;
  const bar = usePassing(notices.acts.bar);
  const drains = useRef({ acts, n: 0 }); // another ring for each ten seconds
  if (drains.current.acts !== acts) drains.current = { acts, n: drains.current.n + 1 };
  const newest = acts.at(-1)!;
  const undo = ({ detail }: MouseEvent) => {
    const last = acts.length === 1;
    if (last) goToPlace();
    takeBack(page, last && detail === 0);
  };
  return (
    <Bar kind="undo" look={acts.length > 1 ? 'toast pile' : 'toast'} leave={() => notices.acts.bar.clear()} bar={bar}>
      <p>
        {sentenceOf(acts, t)}
        {acts.length > 1 && <small>{t.nextBack(newest.what ?? newest.text)}</small>}
      </p>
      <button type="button" class="undo" onClick={undo} data-testid="snackbar-undo">
        <Ring key={drains.current.n} />
        {newest.way ?? t.undo}
      </button>
    </Bar>
  );
}

function sentenceOf(acts: readonly Act[], t: Pick<FamilyMessages, 'manyActs'>): string {
  const { text, many } = acts.at(-1)!;
  if (acts.length === 1) return text;
  return (many && acts.every((act) => act.many === many) ? many : t.manyActs)(acts.length);
}

interface BarProps {
  kind: 'fact' | 'error' | 'news' | 'undo';
  look: string;
  /** Removes it; Escape does, and a button if it is closable. */
  leave: () => void;
  closable?: boolean;
  bar?: RefObject<HTMLDivElement | null>;
  children: ComponentChildren;
}

function Bar({ kind, look, leave, closable = false, bar, children }: BarProps) {
  const { t } = useFamily();
  const close = () => (leave(), goToPlace());
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes from the buttons inside
    <div
      class={look}
      {...(bar && { ref: bar })}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      data-testid="notice"
      data-kind={kind}
    >
      {children}
      {closable && (
        <button type="button" class="icon-button" aria-label={t.close} onClick={close} data-testid="notice-close">
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** Moves the focus to the place, when the focused element is removed. */
const goToPlace = () => document.querySelector('main')?.focus({ preventScroll: true });

/** Removes a message after its time; while the pointer is on it or it has the focus, it stays. */
function usePassing<T>(passing: Passing<T>): RefObject<HTMLDivElement | null> {
  const bar = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (!passing.shown.value) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const again = passing.pass(!!bar.current?.matches(':hover, :focus-within'));
      if (again) timer = setTimeout(look, again);
    };
    look();
    return () => clearTimeout(timer);
  });
  return bar;
}

/** How much of the time for Undo is left. */
function Ring() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <circle class="rest" cx="12" cy="12" r="9" />
      <circle class="left-over" cx="12" cy="12" r="9" transform="rotate(-90 12 12)" />
    </svg>
  );
}

/** Scrolls so that the messages cover neither the focus nor the end of a list that was in view. */
function uncover(): void {
  const bars = document.querySelector('.notices');
  if (!bars) return;
  const { scrollHeight } = document.documentElement;
  if (scrollHeight > innerHeight && scrollY + innerHeight >= scrollHeight - 2)
    requestAnimationFrame(() => scrollBy({ top: scrollHeight, behavior: 'instant' }));
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.tagName === 'MAIN' || focused.closest('.dock')) return;
  const over = focused.getBoundingClientRect().bottom - bars.getBoundingClientRect().top;
  if (over > 0) scrollBy({ top: over + 8, behavior: 'instant' });
}
