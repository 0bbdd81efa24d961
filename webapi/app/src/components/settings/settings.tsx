import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepDisplay, speakIn } from '../../browser/display_change';
import { Choice } from '../choice';
import { Dialog } from '../dialog';
import { useFamily } from '../page_context';
import { KeysSwitch } from './keys_switch';

/** How the page is shown on this device: the language, the colours, the size of the words, and the shortcuts; and the settings of modules. */
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
      <Parts />
    </Dialog>
  );
}

/** The sections of the modules. */
function Parts() {
  const { t, modules } = useFamily();
  const missing = useSignal(false);
  useEffect(() => {
    modules.load().catch(() => (missing.value = true));
  }, []);
  return (
    <>
      {Object.entries(modules.parts.value).map(([name, { Settings: Section }]) => (
        <Section key={name} />
      ))}
      {missing.value && <p class="hint">{t.partMissing}</p>}
    </>
  );
}
