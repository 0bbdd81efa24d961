import type { Signal } from '@preact/signals';
import { keepDisplay, speakIn } from '../../browser/display_change';
import { ChoiceRow } from '../choice';
import { hasKeyboard } from '../growing';
import { KeysSwitch } from '../keys/keys_switch';
import { useRare } from '../rare_words';
import { RowIcon } from '../row_icon';

/** The display choices of this device: language, text size, colours, and shortcuts if it has a keyboard. */
export function Look() {
  const { t, display, browser } = useRare();
  const { language, theme, text } = display;
  const keep = <T,>(choice: Signal<T>, value: T) => {
    choice.value = value;
    keepDisplay(display, browser);
  };
  return (
    <section aria-labelledby="look">
      <h2 class="block-title" id="look">
        {t.look}
      </h2>
      <div class="block">
        <ChoiceRow
          icon={<RowIcon name="globe" />}
          title={t.settingLanguage}
          choices={[
            ['', t.automatic],
            ['ja', '日本語'],
            ['en', 'English'],
          ]}
          chosen={language.value}
          choose={(value) => value !== language.value && speakIn(value, display, browser)}
          testid="settings-language"
        />
        <ChoiceRow
          icon={<RowIcon name="letters" />}
          title={t.settingText}
          choices={[
            ['normal', t.textNormal],
            ['large', t.textLarge],
            ['largest', t.textLargest],
          ]}
          chosen={text.value}
          choose={(value) => keep(text, value)}
          testid="settings-text"
        >
          <p class="text">{t.textSample}</p>
        </ChoiceRow>
        <ChoiceRow
          icon={<RowIcon name="moon" />}
          title={t.settingTheme}
          choices={[
            ['auto', t.automatic],
            ['light', t.themeLight],
            ['dark', t.themeDark],
          ]}
          chosen={theme.value}
          choose={(value) => keep(theme, value)}
          testid="settings-theme"
        />
        {hasKeyboard() && <KeysSwitch />}
      </div>
    </section>
  );
}
