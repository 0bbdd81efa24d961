import type { ComponentChildren } from 'preact';
import { Icon } from './icon';
import { useServer } from './needs_server';

interface SheetRowProps {
  /** The words, after an icon if there is one. */
  children: ComponentChildren;
  /** The current choice, at the end of the row. */
  value?: ComponentChildren;
  /** main: the most important row of the place. */
  kind?: 'main' | 'danger';
  /** Whether the row opens a dialog, or shows and hides what follows it. */
  opens?: 'dialog' | undefined;
  expanded?: boolean | undefined;
  'aria-disabled'?: boolean;
  onClick: () => void;
  'data-testid': string;
}

/** A row of a sheet that opens something that needs the server. */
export function ServerRow({ onClick, ...rest }: SheetRowProps) {
  return <SheetRow {...rest} {...useServer(onClick)} />;
}

/** A row of a sheet that opens something. */
export function SheetRow({ children, value, kind, opens, expanded, ...rest }: SheetRowProps) {
  return (
    <button
      type="button"
      class={kind ? `setting ${kind}` : 'setting'}
      aria-haspopup={opens}
      aria-expanded={expanded}
      {...rest}
    >
      <span>{children}</span>
      {value !== undefined && <span class="value">{value}</span>}
      {(opens || expanded !== undefined) && <Icon name="chevron" />}
    </button>
  );
}
