import type { RareMessages } from '../../messages';
import { Dialog } from '../dialog';
import { useRare } from '../rare_words';
import { KeysSwitch } from './keys_switch';

/** The shortcuts; keys on one line do the same or the opposite. */
const linesOf = (t: RareMessages): readonly (readonly [string, ...string[]])[] => [
  [t.shortcutSearch, '/'],
  [t.shortcutWrite, 'n'],
  [t.shortcutMove, 'j', '↓', 'k', '↑'],
  [t.shortcutEnds, 'Home', 'End'],
  [t.shortcutOpen, 'Enter', 'Esc'],
  [t.shortcutDone, 'x'],
  [t.shortcutEdit, 'e'],
  [t.shortcutRemove, '#'],
  [t.shortcutUndo, 'z'],
  [t.shortcutList, '?'],
];

/** The list of keyboard shortcuts, and the switch for those of a single key. */
export function Shortcuts({ close }: { close: () => void }) {
  const { t } = useRare();
  return (
    <Dialog title={t.shortcuts} close={close} class="shortcuts" testid="shortcuts">
      <dl class="block padded">
        {linesOf(t).map(([words, ...keys]) => (
          <div key={words}>
            <dt>{words}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div class="block">
        <KeysSwitch />
      </div>
    </Dialog>
  );
}
