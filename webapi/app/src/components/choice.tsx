import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { SheetRow } from './sheet';

interface ChoiceProps<T extends string> {
  title: string;
  /** The values with their names; the name of a language is in that language. */
  choices: readonly (readonly [T, string])[];
  chosen: T;
  choose: (value: T) => void;
  testid: string;
}

/** One of three values below a title. */
export function Choice<T extends string>(props: ChoiceProps<T>) {
  const id = useId();
  return (
    <section>
      <h3 class="block-title" id={id}>
        {props.title}
      </h3>
      <OneOf {...props} />
    </section>
  );
}

interface ChoiceRowProps<T extends string> extends ChoiceProps<T> {
  icon: ComponentChildren;
  /** Shown below the values. */
  children?: ComponentChildren;
}

/** A row with the chosen value, which opens the three. They stay open, so that nothing moves under a finger. */
export function ChoiceRow<T extends string>({ icon, children, ...props }: ChoiceRowProps<T>) {
  const { title, choices, chosen, testid } = props;
  const open = useSignal(false);
  return (
    <>
      <SheetRow
        value={choices.find(([value]) => value === chosen)?.[1]}
        expanded={open.value}
        onClick={() => (open.value = !open.value)}
        data-testid={`${testid}-open`}
      >
        {icon}
        {title}
      </SheetRow>
      {open.value && (
        <div class="opened">
          <OneOf {...props} />
          {children}
        </div>
      )}
    </>
  );
}

/** Three values, with the chosen one marked. */
function OneOf<T extends string>({ title, choices, chosen, choose, testid }: ChoiceProps<T>) {
  return (
    <div class="one-of" role="group" aria-label={title}>
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
  );
}
