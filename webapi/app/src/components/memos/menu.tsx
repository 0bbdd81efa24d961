import { useEffect, useRef } from 'preact/hooks';
import { hasKeyboard } from '../growing';
import { Icon } from '../icon';
import { LaterIcon } from '../later_icon';
import { useFamily } from '../page_context';
import { PlaceLink } from '../place_link';
import { rove } from '../rove';
import { takeBack, undoWords } from '../undo';
import { waysOut } from './take_out';

/** The menu of rarer actions, below the button that opens it. */
export function Menu({ shut }: { shut: (focus: boolean) => void }) {
  const page = useFamily();
  const { t, shortcuts } = page;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const outside = (event: PointerEvent) => !box.current?.parentElement?.contains(event.target as Node) && shut(false);
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, []);
  const item = { role: 'menuitem', tabIndex: -1, onKeyDown: rove } as const;
  const undo = undoWords(page);
  const choose = (act: () => void) => () => (shut(true), act());
  const react = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') shut(event.key === 'Escape');
  };
  return (
    <div class="menu" role="menu" aria-label={t.menu} ref={box} onKeyDown={react} data-testid="menu">
      <PlaceLink to="trash" {...item} went={() => shut(false)} data-testid="nav-trash">
        <Icon name="trash" />
        {t.placeTrash}
      </PlaceLink>
      {undo && (
        <button type="button" {...item} onClick={choose(() => takeBack(page, false))} data-testid="menu-undo">
          <LaterIcon name="back" />
          {undo}
        </button>
      )}
      {waysOut(page).map(({ name, icon, word, run }) => (
        <button type="button" key={name} {...item} onClick={choose(run)} data-testid={`list-${name}`}>
          {icon}
          {word}
        </button>
      ))}
      {hasKeyboard() && (
        <button type="button" {...item} onClick={choose(() => (shortcuts.value = true))} data-testid="shortcuts-open">
          <LaterIcon name="keys" />
          {t.shortcuts}
        </button>
      )}
    </div>
  );
}
