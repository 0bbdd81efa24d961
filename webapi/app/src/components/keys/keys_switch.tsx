import { keepDisplay } from '../../browser/display_change';
import { LaterIcon } from '../later_icon';
import { useRare } from '../rare_words';
import { Switch } from '../switch';

/** Turns the shortcuts that are single keys on and off. */
export function KeysSwitch() {
  const { t, display, browser } = useRare();
  const keep = (on: boolean) => {
    display.keys.value = on;
    keepDisplay(display, browser);
  };
  return (
    <Switch on={display.keys.value} change={(box) => keep(box.checked)} testid="settings-keys">
      <LaterIcon name="keys" />
      {t.shortcutsOn}
    </Switch>
  );
}
