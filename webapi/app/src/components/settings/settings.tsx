import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { keepDisplay, speakIn } from '../../browser/display_change';
import { Dialog } from '../dialog';
import { useFamily } from '../page_context';
import { KeysSwitch } from './keys_switch';

/** How the page is shown on this device: the language, the colours, the size of the words, and the shortcuts. */
export function Settings({ close }: { close: () => void }) {
  const { t, display, browser } = useFamily();
  const { language, theme, text } = display;
  const keep = <T,>(choice: Signal<T>, value: T) => {
    choice.value = value;
    keepDisplay(display, browser);
  };
  return (
    <Dialog title={t.settings} close={close} class="settings" testid="settings">
      <Choice
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
      <Choice
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
      <Choice
        title={t.settingText}
        choices={[
          ['normal', t.textNormal],
          ['large', t.textLarge],
          ['largest', t.textLargest],
        ]}
        chosen={text.value}
        choose={(value) => keep(text, value)}
        testid="settings-text"
      />
      <p class="block padded text">{t.textSample}</p>
      <KeysSwitch />
    </Dialog>
  );
}

interface ChoiceProps<T extends string> {
  title: string;
  /** The values with their names; that of a language is in the language. */
  choices: readonly (readonly [T, string])[];
  chosen: T;
  choose: (value: T) => void;
  testid: string;
}

/** One of three, of which the chosen one stands out. */
function Choice<T extends string>({ title, choices, chosen, choose, testid }: ChoiceProps<T>) {
  const id = useId();
  return (
    <section>
      <h3 class="block-title" id={id}>
        {title}
      </h3>
      <div class="one-of" role="group" aria-labelledby={id}>
        {choices.map(([value, name]) => (
          <button
            type="button"
            key={value}
            lang={value === 'ja' || value === 'en' ? value : undefined}
            aria-pressed={value === chosen}
            onClick={() => choose(value)}
            data-testid={testid}
          >
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}
