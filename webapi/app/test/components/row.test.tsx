import { expect, type TestContext, test } from 'vitest';
import { page as screen, userEvent } from 'vitest/browser';
import { Later } from '../../src/components/later';
import { Composer } from '../../src/components/memos/composer';
import { MemoList } from '../../src/components/memos/list';
import { FakeServer, memoOf } from '../kit/fake_server';
import { accept, compose } from '../kit/hands';
import { mount } from '../kit/mount';

const row = screen.getByRole('listitem').filter({ hasText: 'milk' });

/**
 * Shows a list with one memo, and `older` older ones, in a window of this width, with all parts loaded; stored returns
 * the memo on the server.
 */
async function listed(t: TestContext, width: number, older = 0) {
  await screen.viewport(width, 844);
  const server = new FakeServer();
  server.put(memoOf('m1', 'milk', Date.now() - 60_000));
  for (let i = 1; i <= older; i++) server.put(memoOf(`o${i}`, `memo ${i}`, Date.now() - 90_000 + i));
  const parts = (
    <Later>
      {({ Keys, MemoDetail }) => [<Keys key="keys" />, <MemoDetail key="detail" />, <p key="p" data-testid="loaded" />]}
    </Later>
  );
  const { page, world } = await mount(t, [<MemoList key="list" />, <Composer key="composer" />, parts], server);
  await expect.element(row).toBeVisible();
  await expect.element(screen.getByTestId('loaded')).toBeInTheDocument();
  return { page, world, server, stored: () => server.memos.get('m1') };
}

test('the circle of a row marks its memo as done', async (t) => {
  const { page, stored } = await listed(t, 390);
  await userEvent.click(row.getByRole('button', { name: 'Mark as done' }));
  await expect.poll(stored).toMatchObject({ doneAt: expect.any(String) });
  expect(page.places.selected.value).toBeNull();
});

test('a row stays the element that it was when its memo is sent, so that a press on it counts', async (t) => {
  const { page, world, server } = await listed(t, 390);
  world.reachable = false;
  await page.memos.add('rice');
  const sent = screen.getByRole('listitem').filter({ hasText: 'rice' });
  await expect.element(sent).toBeVisible();
  const circle = sent.getByRole('button', { name: 'Mark as done' }).element();
  world.reachable = true;
  await page.memos.box.wake();
  await expect.poll(() => server.texts()).toContain('rice');
  await expect.poll(() => page.lists.unsent.value).toBe(0);
  expect(sent.getByRole('button', { name: 'Mark as done' }).element()).toBe(circle);
  await expect.element(sent).toHaveAttribute('tabindex', '0'); // it is still the list's stop
});

test('a double click chooses a word, and a later click on that word opens the memo, which a choice by hand does not', async (t) => {
  const { page } = await listed(t, 900);
  const { selected } = page.places;
  const words = row.getByText('milk');
  const at = { position: { x: 9, y: 9 } };
  await userEvent.dblClick(words, at);
  expect([String(getSelection()).trim(), selected.value]).toEqual(['milk', 'm1']);
  selected.value = null;
  await userEvent.click(words, at);
  expect(selected.value).toBe('m1');
  selected.value = null;
  await userEvent.dragAndDrop(words, words, { sourcePosition: { x: 2, y: 9 }, targetPosition: { x: 20, y: 9 } });
  expect([!!String(getSelection()), selected.value]).toEqual([true, null]);
});

test('the keys for a memo with two texts lead to the choice between them', async (t) => {
  const { page, server, stored } = await listed(t, 390);
  server.put({ ...stored()!, content: 'oat milk', version: 2, updatedBy: 'u2' });
  await page.memos.edit(page.memos.find('m1')!, 'soy milk');
  const choice = row.getByRole('button', { name: 'Keep mine' });
  for (const key of ['x', 'e', '#', '{Enter}']) {
    await userEvent.click(row.getByText('Both of you changed this'));
    await expect.element(row).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(choice).toHaveFocus();
  }
  expect([stored()?.content, page.places.selected.value]).toEqual(['oat milk', null]);
});

test('an opened memo stays as it is when it has been sent: its editor with what the input method composes', async (t) => {
  const { page, world } = await listed(t, 390);
  world.reachable = false;
  await page.memos.add('bread');
  await userEvent.click(screen.getByText('bread'));
  await userEvent.click(screen.getByTestId('memo-edit'));
  await compose('pan');
  const close = screen.getByTestId('memo-close').element();
  world.reachable = true;
  await page.memos.box.wake();
  await expect.poll(() => page.places.selected.value).toBe('added1');
  await accept('パン');
  await expect.element(screen.getByTestId('editor-text')).toHaveValue('breadパン');
  expect(screen.getByTestId('memo-close').element()).toBe(close);
});

test('a memo that is sent from the end of a long list is shown at its top', async (t) => {
  const { page } = await listed(t, 390, 300);
  while (page.lists.hasMore.value) await page.sync.loadMore();
  await expect.poll(() => document.querySelector('.windowed')).not.toBeNull();
  await userEvent.click(document.querySelector('h2')!);
  await userEvent.keyboard('{End}');
  await expect.element(screen.getByText('memo 1', { exact: true })).toBeInViewport();
  await userEvent.fill(screen.getByTestId('composer'), 'eggs');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('eggs', { exact: true })).toBeInViewport();
  await expect.poll(() => page.lists.unsent.value).toBe(0);
});
