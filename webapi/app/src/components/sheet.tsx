import type { ComponentChildren } from 'preact';
import { Icon } from './icon';

interface SheetRowProps {
  children: ComponentChildren;
  /** What is chosen now, at the end of the row. */
  value?: ComponentChildren;
  danger?: boolean;
  /** Whether the row opens a dialog, or shows and hides what follows it. */
  opens?: 'dialog' | undefined;
  expanded?: boolean | undefined;
  onClick: () => void;
  'data-testid': string;
}

/** A row of a sheet that leads on. */
export function SheetRow({ children, value, danger, opens, expanded, ...rest }: SheetRowProps) {
  return (
    <button
      type="button"
      class={danger ? 'setting danger' : 'setting'}
      aria-haspopup={opens}
      aria-expanded={expanded}
      {...rest}
    >
      <span>{children}</span>
      {value}
      {(opens || expanded !== undefined) && <Icon name="chevron" />}
    </button>
  );
}
