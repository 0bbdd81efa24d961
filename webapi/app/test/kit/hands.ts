import { cdp, userEvent } from 'vitest/browser';

/** Sends a command of Chromium's protocol. */
const send = (method: string, params: object) =>
  (cdp() as unknown as { send(method: string, params: object): Promise<unknown> }).send(method, params);

/** Copies a text to the clipboard as a person does, from a temporary field, and pastes it into the focused one. */
export async function paste(text: string): Promise<void> {
  const before = document.activeElement as HTMLElement;
  const field = document.createElement('textarea');
  field.textContent = text;
  document.body.append(field);
  field.select();
  await userEvent.copy();
  field.remove();
  before.focus();
  await userEvent.paste();
}

/** Shows a composition of an input method at the cursor. */
export const compose = (text: string) =>
  send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

/**
 * Presses Enter in the input method, which inserts the text at the cursor. The page sees the key as macOS reports it.
 */
export async function accept(text: string): Promise<void> {
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
  await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await send('Input.insertText', { text });
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}
