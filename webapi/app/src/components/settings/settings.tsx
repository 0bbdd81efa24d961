import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepDisplay, speakIn } from '../../browser/display_change';
import { Choice } from '../choice';
import { Dialog } from '../dialog';
import { useFamily } from '../page_context';
import { KeysSwitch } from './keys_switch';

/**
 * How the page is shown on this device: the language, the colours, the size of the words, and the shortcuts; and the
 * settings of modules. All of it appears at once, so that nothing moves under a finger.
 */
export function Settings({ close }: { close: () => void }) {
  const { t, modules } = useFamily();
  const parts = useSignal<'asked' | 'here' | 'missing'>('asked');
  useEffect(() => {
    modules.load().then(
      () => (parts.value = 'here'),
      () => (parts.value = 'missing'),
    );
  }, []);
  return (
    <Dialog title={t.settings} close={close} class="settings" testid="settings">
      {parts.value === 'asked' ? <p class="quiet centre">{t.loading}</p> : <Sections />}
      {parts.value === 'missing' && <p class="hint">{t.partMissing}</p>}
    </Dialog>
  );
}

function Sections() {
  const { t, display, browser, modules } = useFamily();
  const { language, theme, text } = display;
  const keep = <T,>(choice: Signal<T>, value: T) => {
    choice.value = value;
    keepDisplay(display, browser);
  };
  return (
    <>
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
      {Object.entries(modules.parts.value).map(([name, { Settings: Section }]) => (
        <Section key={name} />
      ))}
    </>
  );
}
