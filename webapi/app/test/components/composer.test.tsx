import { expect, type TestContext, test } from 'vitest';
import { page as screen, userEvent } from 'vitest/browser';
import { Composer } from '../../src/components/memos/composer';
import { accept, compose, paste } from '../kit/hands';
import { mount } from '../kit/mount';

const field = screen.getByTestId('composer');

/** Shows the composer with the focus in it; sent lists the memos that the server has. */
async function writing(t: TestContext) {
  const { world } = await mount(t, <Composer />);
  await userEvent.click(field);
  return { sent: () => [...world.server.memos.values()].map(({ content }) => content) };
}

test('Enter sends the text, and Shift+Enter breaks the line', async (t) => {
  const { sent } = await writing(t);
  await userEvent.keyboard('milk{Shift>}{Enter}{/Shift}eggs');
  await expect.element(field).toHaveValue('milk\neggs');
  expect(sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  await expect.poll(sent).toEqual(['milk\neggs']);
});

test('several lines that are pasted are offered as memos', async (t) => {
  const { sent } = await writing(t);
  await paste('milk\neggs\nbread');
  await userEvent.click(screen.getByRole('button', { name: '3 memos' }));
  await expect.poll(() => sent().sort()).toEqual(['bread', 'eggs', 'milk']);
  await expect.element(field).toHaveValue('');
});

test('lines that are too many are a fact, and those that are too long for one memo can only be several', async (t) => {
  const { sent } = await writing(t);
  const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${1000 + i}`).join('\n');
  await paste(lines(201));
  const group = screen.getByRole('group');
  await expect.element(group).toHaveTextContent(/^These are 201 lines/);
  expect(group.getByRole('button').elements().length).toBe(1);
  await userEvent.click(group.getByRole('button', { name: 'Close' }));
  await expect.element(field).toHaveValue(lines(201));
  await userEvent.clear(field);
  await paste(lines(100));
  await expect.element(group).toHaveTextContent(/^Too long for one memo. Make 100 memos/);
  await expect.element(group.getByRole('button', { name: 'One memo' })).not.toBeInTheDocument();
  await userEvent.click(group.getByRole('button', { name: 'Close' }));
  await expect.element(group).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
});

test('one line that is pasted is not asked about, and keeps what stands in front of it', async (t) => {
  const { sent } = await writing(t);
  for (const line of ['milk and eggs', '- 5 °C at night']) {
    await paste(line);
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toContain(line);
  }
});

test('Enter in an input method accepts the word and sends nothing', async (t) => {
  const { sent } = await writing(t);
  await compose('ぎゅうにゅう');
  await expect.element(field).toHaveValue('ぎゅうにゅう');
  await accept('牛乳');
  await expect.element(field).toHaveValue('牛乳');
  expect(sent()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(sent).toEqual(['牛乳']);
});
