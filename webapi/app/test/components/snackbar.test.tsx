import { expect, test } from 'vitest';
import { page as screen, userEvent } from 'vitest/browser';
import { Later } from '../../src/components/later';
import { mount } from '../kit/mount';

test('Undo in the message undoes once, and closes the message', async (t) => {
  const { page } = await mount(t, <Later>{({ Snackbar }) => <Snackbar />}</Later>);
  const undone: string[] = [];
  page.notices.undo('milk deleted', () => undone.push('milk'));
  const message = screen.getByTestId('notice');
  await expect.element(message).toHaveTextContent('milk deleted');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Undo' }));
  await expect.element(message).not.toBeInTheDocument();
  expect(undone).toEqual(['milk']);
});
