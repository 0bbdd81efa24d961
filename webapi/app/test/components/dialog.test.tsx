import { useSignal } from '@preact/signals';
import { expect, test } from 'vitest';
import { page as screen, userEvent } from 'vitest/browser';
import { Dialog } from '../../src/components/dialog';
import { mount } from '../kit/mount';

function Asking() {
  const open = useSignal(false);
  return (
    <>
      <button type="button" onClick={() => (open.value = true)}>
        ask
      </button>
      {open.value && (
        <Dialog title="question" close={() => (open.value = false)} testid="question">
          <button type="button">yes</button>
        </Dialog>
      )}
    </>
  );
}

const ask = screen.getByRole('button', { name: 'ask' });
const dialog = screen.getByRole('dialog', { name: 'question' });

test('a dialog keeps the keyboard, and Escape returns it to where it was', async (t) => {
  await mount(t, <Asking />);
  await userEvent.click(ask);
  await expect.element(dialog).toBeVisible();
  for (let i = 0; i < 3; i++) {
    await userEvent.keyboard('{Tab}');
    expect(ask.element()).not.toBe(document.activeElement);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(ask).toHaveFocus();
});

test('a press beside a dialog closes it, and one inside does not', async (t) => {
  await mount(t, <Asking />);
  await userEvent.click(ask);
  await userEvent.click(dialog.getByRole('heading'));
  await expect.element(dialog).toBeVisible();
  await userEvent.click(screen.getByTestId('question'), { position: { x: 5, y: -40 }, force: true });
  await expect.element(dialog).not.toBeInTheDocument();
});
