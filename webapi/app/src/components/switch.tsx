import type { ComponentChildren } from 'preact';

interface SwitchProps {
  on: boolean;
  busy?: boolean;
  change: (box: HTMLInputElement) => void;
  testid: string;
  /** The words, after an icon if there is one. */
  children: ComponentChildren;
}

/** A row of a sheet with a switch at its end. */
export function Switch({ on, busy, change, testid, children }: SwitchProps) {
  return (
    <label class="setting">
      <span>{children}</span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox reports by itself whether it is checked
        role="switch"
        class="switch"
        checked={on}
        aria-disabled={busy}
        onChange={(event) => change(event.currentTarget)}
        data-testid={testid}
      />
    </label>
  );
}
