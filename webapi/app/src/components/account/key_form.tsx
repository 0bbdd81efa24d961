import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useId, useRef } from 'preact/hooks';
import { tidy } from '../../messages/text';
import type { KeyScope, MadeKey } from '../../sync/model';
import { useAction } from '../action';
import { Choice } from '../choice';
import { NameField, NameForm } from '../name_form';
import { useRare } from '../rare_words';

/** The lifetimes of a key, in days. */
const spans = ['30', '90', '365'] as const;

interface KeyFormProps {
  got: (made: MadeKey) => void;
  close: () => void;
}

/** The form of a new key: name, scope and lifetime. */
export function KeyForm({ got, close }: KeyFormProps) {
  const { t, api } = useRare();
  const box = useRef<HTMLInputElement>(null);
  const name = useSignal('');
  const scope = useSignal<KeyScope>('read');
  const days = useSignal<(typeof spans)[number]>('90');
  const action = useAction();
  useEffect(() => box.current!.focus(), []);
  const make = () => {
    const wanted = tidy(name.value);
    if (!wanted) {
      action.refuse(t.keyNameFirst);
      return box.current!.focus();
    }
    const wish = { name: wanted, scope: scope.value, days: Number(days.value) };
    return void action.run(async () => got(await api.makeKey(wish)));
  };
  return (
    <NameForm action={action} send={make} word={t.keyMake} close={close} testid="key">
      <p>{t.keyExplain}</p>
      <NameField
        box={box}
        label={t.keyName}
        write={(text) => (name.value = text)}
        required
        placeholder={t.keyNameExample}
        testid="key-name"
      />
      <May scope={scope} />
      <Choice
        title={t.keyFor}
        choices={spans.map((span) => [span, t.keyDays(Number(span))] as const)}
        chosen={days.value}
        choose={(span) => (days.value = span)}
        testid="key-days"
      />
    </NameForm>
  );
}

/** The scopes, the least first. */
function May({ scope }: { scope: Signal<KeyScope> }) {
  const { t } = useRare();
  const group = useId();
  const choices: [KeyScope, string, string][] = [
    ['read', t.keyRead, t.keyReadHint],
    ['add', t.keyAdd, t.keyAddHint],
    ['memos', t.keyMemos, t.keyMemosHint],
  ];
  return (
    <fieldset class="echos may">
      <legend>{t.keyMay}</legend>
      <div class="block">
        {choices.map(([value, name, hint]) => (
          <label key={value} class="setting">
            <input
              type="radio"
              name={group}
              value={value}
              checked={scope.value === value}
              onChange={() => (scope.value = value)}
              data-testid={`key-${value}`}
            />
            <span>
              <b>{name}</b>
              <small class="meta">{hint}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
