import type { ComponentChildren, InputHTMLAttributes, RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { maxName } from '../messages/text';
import type { Action } from './action';
import { Outcome } from './outcome';
import { useFamily } from './page_context';

interface NameFormProps {
  action: Action;
  /** Sends the text, by the action. */
  send: () => void;
  /** The word on its button; "Save" by default. */
  word?: string;
  close: () => void;
  /** Begins the names that tests find the buttons by: <testid>-save and -cancel. */
  testid: string;
  children: ComponentChildren;
}

/** The form of a dialog that asks for a name: its fields, the result of sending them, and its buttons. */
export function NameForm({ action, send, word, close, testid, children }: NameFormProps) {
  const { t } = useFamily();
  return (
    <form onSubmit={(event) => (event.preventDefault(), send())} noValidate>
      {children}
      <Outcome action={action} />
      <div class="choices">
        <button type="submit" class="button main" aria-disabled={action.busy.value} data-testid={`${testid}-save`}>
          {word ?? t.save}
        </button>
        <button type="button" class="button line" onClick={close} data-testid={`${testid}-cancel`}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}

interface NameFieldProps extends Pick<InputHTMLAttributes, 'autoComplete' | 'required' | 'placeholder'> {
  label: string;
  /** The initial value. */
  name?: string;
  write: (text: string) => void;
  box?: RefObject<HTMLInputElement | null>;
  testid: string;
}

/** A field for a name of a person or a thing. */
export function NameField({ label, name = '', write, box, testid, ...rest }: NameFieldProps) {
  const id = useId();
  return (
    <>
      <label for={id}>{label}</label>
      <input
        {...(box && { ref: box })}
        id={id}
        autoComplete="off"
        maxLength={maxName * 2}
        defaultValue={name}
        onInput={(event) => write(event.currentTarget.value)}
        data-testid={testid}
        {...rest}
      />
    </>
  );
}
