import { useId } from 'preact/hooks';

interface ChoiceProps<T extends string> {
  title: string;
  /** The values with their names; that of a language is in the language. */
  choices: readonly (readonly [T, string])[];
  chosen: T;
  choose: (value: T) => void;
  testid: string;
}

/** One of three, of which the chosen one stands out. */
export function Choice<T extends string>({ title, choices, chosen, choose, testid }: ChoiceProps<T>) {
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
