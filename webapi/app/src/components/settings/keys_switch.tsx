import { keepDisplay } from '../../browser/display_change';
import { useFamily } from '../page_context';

/** Turns the shortcuts that are single keys on and off. */
export function KeysSwitch() {
  const { t, display, browser } = useFamily();
  const keep = (on: boolean) => {
    display.keys.value = on;
    keepDisplay(display, browser);
  };
  return (
    <label class="block setting">
      <span>{t.shortcutsOn}</span>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox reports by itself whether it is checked
        role="switch"
        class="switch"
        checked={display.keys.value}
        onChange={(event) => keep(event.currentTarget.checked)}
        data-testid="settings-keys"
      />
    </label>
  );
}
