import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { follow, isSwipe, letGo, placeOf } from '../../src/components/memos/swiping';

test('a finger scrolls unless it goes clearly sideways', () => {
  assert.equal(isSwipe(5, 3), undefined);
  assert.equal(isSwipe(0, 12), false);
  assert.equal(isSwipe(11, 10), false);
  assert.equal(isSwipe(-16, 6), true);
});

test('a row moves as far as its covered tools are wide', () => {
  assert.deepEqual([placeOf(0, -40), placeOf(0, -400), placeOf(-152, 30), placeOf(0, 400)], [-40, -152, -122, 120]);
});

test('what comes of a row depends on where it is let go', () => {
  assert.deepEqual([-152, -60, -59, 0, 87, 88].map(letGo), ['open', 'open', 'back', 'back', 'back', 'mark']);
});

/** A row in a page without a screen, and a finger on it. */
function rowWith(t: import('vitest').TestContext) {
  const page = new EventTarget();
  Object.assign(globalThis, { document: page, getSelection: () => ({ isCollapsed: true }) });
  const left = new AbortController();
  t.onTestFinished(() => {
    left.abort();
    delete (globalThis as { document?: unknown }).document;
    delete (globalThis as { getSelection?: unknown }).getSelection;
  });
  const styles = new Map<string, string>();
  const style = {
    setProperty: (name: string, value: string) => styles.set(name, value),
    removeProperty: (name: string) => styles.delete(name),
  };
  const row = Object.assign(new EventTarget(), {
    style,
    dataset: {} as Record<string, string>,
    setPointerCapture() {},
    contains: (e: unknown) => e === row,
    closest: () => null,
  });
  const done: string[] = [];
  follow(row as unknown as HTMLElement, {
    mark: () => done.push('mark'),
    end: () => done.push('end'),
    left: left.signal,
  });
  const finger = (kind: string, clientX = 0, clientY = 0, where: EventTarget = row) =>
    where.dispatchEvent(
      Object.assign(new Event(kind, { cancelable: true }), { pointerId: 1, isPrimary: true, clientX, clientY }),
    );
  return { page, done, finger, row, at: () => styles.get('--swiped') };
}

test('a swipe to the left stays open until something else is touched', (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { page, done, finger, row, at } = rowWith(t);
  finger('pointerdown', 300, 50);
  finger('pointermove', 250, 52);
  assert.equal(at(), '-50px');
  finger('pointermove', 100, 52);
  finger('pointerup', 100, 52);
  assert.deepEqual([at(), row.dataset['swipe'], done], ['-152px', 'rest', []]);
  finger('pointerdown', 0, 0, page);
  vi.advanceTimersByTime(200);
  assert.deepEqual([at(), done], ['0px', ['end']]);
});

test('a swipe to the right marks the memo once', (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { done, finger, row } = rowWith(t);
  finger('pointerdown', 100, 50);
  finger('pointermove', 150, 52);
  finger('pointermove', 200, 52);
  assert.equal(row.dataset['swipe'], 'marks');
  finger('pointerup', 200, 52);
  vi.advanceTimersByTime(200);
  assert.deepEqual(done, ['mark', 'end']);
});

test('a scroll and a cancelled swipe do nothing', (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { done, finger, at } = rowWith(t);
  finger('pointerdown', 100, 50);
  finger('pointermove', 104, 90);
  assert.deepEqual([at(), done], [undefined, ['end']]);
  finger('pointerdown', 100, 50);
  finger('pointermove', 220, 50);
  finger('pointercancel', 220, 50);
  vi.advanceTimersByTime(200);
  assert.deepEqual(done, ['end', 'end']);
});

test('Escape closes a row that a swipe has opened, and a press on it only does that', (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { page, done, finger, row } = rowWith(t);
  const open = () => {
    finger('pointerdown', 300, 50);
    finger('pointermove', 100, 50);
    finger('pointerup', 100, 50);
  };
  open();
  page.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Escape' }));
  vi.advanceTimersByTime(200);
  assert.deepEqual(done, ['end']);
  open();
  const press = new Event('click', { cancelable: true });
  row.dispatchEvent(Object.assign(press, {}));
  vi.advanceTimersByTime(200);
  assert.deepEqual([press.defaultPrevented, done], [true, ['end', 'end']]);
});
