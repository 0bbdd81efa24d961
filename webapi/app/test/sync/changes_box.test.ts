import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import { test, vi } from 'vitest';
import { type Change, subject } from '../../src/sync/changes';
import { ChangesBox, type Sent } from '../../src/sync/changes_box';
import type { Outcome } from '../../src/sync/changes_queue';
import { send } from '../../src/sync/changes_send';
import { ApiError, type Memo } from '../../src/sync/model';
import { MemoryStore } from '../../src/sync/store/memory';
import { FakeServer, memoOf, writeLimit } from '../kit/fake_server';

/** The state shared by the tabs of one browser. */
class Browser {
  readonly store = new MemoryStore();
  readonly tabs: Tab[] = [];
  /** The results of unsent memos, as the server's lists show them after a reload. */
  readonly sent: Sent[] = [];
  now = 1_700_000_000_000;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(readonly server = new FakeServer()) {}

  alone = (_: string, job: () => Promise<void>): Promise<void> => {
    const done = this.turn.then(job);
    this.turn = done.catch(() => undefined);
    return done;
  };

  async tab(user = 'u1'): Promise<Tab> {
    const tab = new Tab(this);
    this.tabs.push(tab);
    await tab.box.open(user);
    return tab;
  }
}

/** One tab: a box, the lists it shows, and the calls it received. */
class Tab {
  readonly items = signal<readonly Change[]>([]);
  readonly held = signal(0);
  readonly told: string[] = [];
  readonly completed: Sent[] = [];
  dead = false;
  who: string | undefined;
  readonly box: ChangesBox;

  constructor(browser: Browser) {
    this.box = new ChangesBox({
      items: this.items,
      held: this.held,
      store: browser.store,
      send: async (change): Promise<Outcome> => {
        const outcome = await send(browser.server, change, browser.now);
        return this.dead ? new Promise<never>(() => undefined) : outcome; // a page that was killed hears nothing
      },
      verify: async (userId) => (this.who ?? userId) === userId,
      alone: (name, job) => (this.dead ? new Promise(() => undefined) : browser.alone(name, job)),
      tell: (userId, sent) => {
        if (sent) browser.sent.push(sent);
        for (const tab of browser.tabs) if (tab !== this && !tab.dead) void tab.box.reread(userId, sent);
      },
      answered: (change, outcome) => this.told.push(`${change.kind} ${outcome.is}`),
      completed: (sent) => this.completed.push(sent),
      keep: async () => undefined,
      now: () => browser.now,
    });
  }

  /** The changes that are shown, by kind and state. */
  shown(): string[] {
    return this.items.value.map((c) => `${c.kind} ${c.state}`);
  }
}

const about = (base: Memo) => ({ memoId: base.id, version: base.version, base });

test('a change shows at once, is sent and goes', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  const putting = tab.box.put({ kind: 'add', content: 'milk' });
  assert.deepEqual(tab.shown(), ['add waiting']);
  await putting;
  await tab.box.flush();
  assert.deepEqual([tab.shown(), tab.told, browser.server.texts()], [[], ['add done'], ['milk']]);
});

test('it is kept before it is sent', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  const steps: string[] = [];
  const { alter } = browser.store;
  browser.store.alter = async (...args) => {
    const queue = await alter.apply(browser.store, args);
    if (queue.length > 0) steps.push('kept');
    return queue;
  };
  const add = browser.server.addMemo;
  browser.server.addMemo = (...args) => (steps.push('sent'), add(...args));
  await tab.box.put({ kind: 'add', content: 'milk' });
  await tab.box.flush();
  assert.equal(steps[0], 'kept');
  assert.ok(steps.includes('sent'));
});

for (const fate of ['lost', 'unheard'] as const) {
  test(`a request that is ${fate} is done exactly once`, async () => {
    const browser = new Browser();
    const tab = await browser.tab();
    browser.server.put(memoOf('m1', 'old', 1));
    browser.server.put(memoOf('m2', 'thrown', 2));
    browser.server.put(memoOf('m3', 'purged', 3, { deleted: true, version: 2 }));
    browser.server.fates = [fate, undefined, fate, undefined, fate, undefined, fate];
    await tab.box.put({ kind: 'add', content: 'new' });
    await tab.box.put({ kind: 'edit', content: 'edited', ...about(browser.server.memos.get('m1')!) });
    await tab.box.put({ kind: 'delete', ...about(browser.server.memos.get('m2')!) });
    await tab.box.put({ kind: 'purge', ...about(browser.server.memos.get('m3')!) });
    for (let i = 0; i < 6; i++) await tab.box.wake();
    assert.deepEqual(tab.shown(), []);
    assert.deepEqual(browser.server.texts(), ['edited', '(thrown)', 'new']);
    tab.box.close();
  });
}

test('a full disk on the server keeps an addition, and holds up no deletion', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  const old = browser.server.put(memoOf('m1', 'old', 1));
  const detail = "The server's disk is full.";
  browser.server.fates = [new ApiError(503, 'unavailable', { reason: 'storage_full', detail, retryAfter: 5000 })];
  await tab.box.put({ kind: 'add', content: 'new' });
  await tab.box.put({ kind: 'delete', ...about(old) });
  await tab.box.flush();
  assert.deepEqual([tab.shown(), browser.server.texts()], [['add failed'], ['(old)']]);
  assert.equal(tab.items.value[0]!.error?.detail, detail);
  await tab.box.retry(tab.items.value[0]!.key);
  assert.deepEqual([tab.shown(), browser.server.texts()], [[], ['(old)', 'new']]);
});

test('a page that is killed while it sends does it exactly once', async () => {
  const browser = new Browser();
  const first = await browser.tab();
  await first.box.put({ kind: 'add', content: 'milk' });
  first.dead = true;
  await new Promise((done) => setTimeout(done, 5));
  const again = new Browser(browser.server);
  Object.assign(again, { store: browser.store });
  const second = await again.tab();
  await second.box.flush();
  assert.deepEqual([second.shown(), browser.server.texts()], [[], ['milk']]);
  assert.deepEqual(browser.server.arrived, ['add milk', 'add milk']);
});

test('two tabs send each change once and show the same', async () => {
  const browser = new Browser();
  const [one, two] = [await browser.tab(), await browser.tab()];
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).box.put({ kind: 'add', content: `memo ${i}` })),
  );
  await Promise.all([one.box.flush(), two.box.flush()]);
  await two.box.reread('u1');
  assert.deepEqual([one.shown(), two.shown()], [[], []]);
  assert.equal(browser.server.arrived.length, 20);
  assert.equal(new Set(browser.server.texts()).size, 20);
});

test('a tab sees the change of another', async () => {
  const browser = new Browser();
  const [one, two] = [await browser.tab(), await browser.tab()];
  browser.server.fates = ['lost'];
  await one.box.put({ kind: 'add', content: 'milk' });
  await one.box.flush();
  await two.box.reread('u1');
  assert.deepEqual(
    two.items.value.map((c) => c.content),
    ['milk'],
  );
  await two.box.wake();
  assert.deepEqual(
    one.completed.map((s) => s.memo.content),
    ['milk'],
  );
  one.box.close();
});

test('an edit and a delete of an unsent memo follow it', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  browser.server.fates = ['unheard'];
  const key = await tab.box.put({ kind: 'add', content: 'milk' });
  await tab.box.flush();
  const base = memoOf(key, 'milk', 1, { version: 0 });
  await tab.box.put({ kind: 'edit', content: 'oat milk', ...about(base) });
  await tab.box.put({ kind: 'delete', ...about({ ...base, content: 'oat milk' }) });
  await tab.box.wake();
  assert.deepEqual([tab.shown(), browser.server.texts()], [[], ['(oat milk)']]);
  await tab.box.put({ kind: 'restore', ...about(base) }); // as an Undo that still has the first id
  await tab.box.flush();
  assert.deepEqual(browser.server.texts(), ['oat milk']);
});

test('an edit that crosses another keeps both', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  const seen = browser.server.put(memoOf('m1', 'milk', 1));
  browser.server.put({ ...seen, content: 'theirs', version: 2 });
  await tab.box.put({ kind: 'edit', content: 'mine', ...about(seen) });
  await tab.box.flush();
  const [conflict] = tab.items.value;
  assert.deepEqual([conflict?.state, conflict?.content, conflict?.theirs?.content], ['conflict', 'mine', 'theirs']);
  tab.box.resolve(conflict!.key, 'both');
  await tab.box.flush();
  assert.deepEqual([tab.shown(), browser.server.texts()], [[], ['theirs', 'mine']]);
});

test('an edit of a memo that another person deleted keeps it', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  const seen = memoOf('m1', 'milk', 1);
  browser.server.put({ ...seen, deleted: true, version: 2 });
  await tab.box.put({ kind: 'edit', content: 'mine', ...about(seen) });
  await tab.box.flush();
  assert.deepEqual(tab.shown(), ['edit conflict']);
  tab.box.resolve(tab.items.value[0]!.key, 'mine');
  await tab.box.flush();
  assert.deepEqual([tab.shown(), browser.server.texts()], [[], ['mine']]);
});

const crossings: [string, 'delete' | 'purge', Partial<Memo>, string[], string[]][] = [
  ['a delete of what is in the trash already is done', 'delete', { deleted: true, version: 2 }, [], ['(milk)']],
  [
    'a delete of what another has rewritten is done, with their text in the trash',
    'delete',
    { content: 'theirs', version: 2 },
    [],
    ['(theirs)'],
  ],
  ['a delete of what came back unchanged is done', 'delete', { version: 3 }, [], ['(milk)']],
  ['a purge of what was restored is not done', 'purge', { version: 3 }, [], ['milk']],
];
for (const [name, kind, now, shown, texts] of crossings) {
  test(name, async () => {
    const browser = new Browser();
    const tab = await browser.tab();
    const seen = memoOf('m1', 'milk', 1, kind === 'purge' ? { deleted: true } : {});
    browser.server.put({ ...seen, deleted: false, ...now });
    await tab.box.put({ kind, ...about(seen) });
    await tab.box.flush();
    assert.deepEqual([tab.shown(), browser.server.texts()], [shown, texts]);
  });
}

test('a delete whose answer was lost does not undo another’s restore', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  const seen = browser.server.put(memoOf('m1', 'milk', 1));
  browser.server.fates = ['unheard'];
  await tab.box.put({ kind: 'delete', ...about(seen) });
  await tab.box.flush();
  await browser.server.restoreMemo('m1');
  await tab.box.wake();
  assert.deepEqual([tab.shown(), browser.server.texts(), tab.told.at(-1)], [[], ['milk'], 'delete yielded']);
});

test('what is gone already needs no purge', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  await tab.box.put({ kind: 'purge', ...about(memoOf('m1', 'milk', 1, { deleted: true })) });
  await tab.box.flush();
  assert.deepEqual([tab.shown(), tab.told], [[], ['purge gone']]);
});

test('the trash is not emptied long after one asked for it', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  browser.server.put(memoOf('m1', 'old', 1, { deleted: true }));
  browser.server.fates = ['lost'];
  await tab.box.put({ kind: 'emptyTrash' });
  await tab.box.flush();
  browser.now += 120_000;
  await tab.box.wake();
  assert.deepEqual([tab.shown(), browser.server.texts()], [['emptyTrash failed'], ['(old)']]);
  await tab.box.retry(tab.items.value[0]!.key);
  assert.deepEqual([tab.shown(), browser.server.texts()], [[], []]);
});

test('a refusal stays to be seen, and others pass it', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  browser.server.fates = [new ApiError(400, 'invalid', { detail: 'too long' })];
  await tab.box.put({ kind: 'add', content: 'refused' });
  await tab.box.put({ kind: 'add', content: 'taken' });
  await tab.box.flush();
  assert.deepEqual([tab.shown(), browser.server.texts()], [['add failed'], ['taken']]);
  assert.equal(tab.items.value[0]?.error?.detail, 'too long');
  assert.equal(tab.box.takeBack(tab.items.value[0]!.key), 'refused');
  assert.deepEqual(tab.shown(), []);
});

test('the server’s pause is kept', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  browser.server.fates = [new ApiError(429, 'too_many', { retryAfter: 30_000 })];
  await tab.box.put({ kind: 'add', content: 'milk' });
  await tab.box.flush();
  await tab.box.wake();
  assert.deepEqual(browser.server.arrived, []);
  browser.now += 30_000;
  await tab.box.wake();
  assert.deepEqual(browser.server.texts(), ['milk']);
});

test('two hundred memos at once arrive through the limit of writes, in order, and the wait shows', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const browser = new Browser();
  const tab = await browser.tab();
  const refusals: number[] = [];
  browser.server.limit = writeLimit(
    60,
    () => browser.now,
    () => refusals.push(browser.now),
  );
  const lines = Array.from({ length: 200 }, (_, i) => `line ${i}`);
  for (const content of lines) void tab.box.put({ kind: 'add', content });
  const began = browser.now;
  await tab.box.flush();
  assert.deepEqual([browser.server.memos.size, tab.items.value.length, tab.held.value], [120, 80, browser.now + 1000]);
  assert.ok(tab.items.value.every((c) => c.state === 'waiting' && c.tries === 0)); // none of them has arrived
  while (tab.items.value.length > 0 && browser.now < began + 300_000) {
    await tab.box.wake(); // as a periodic refresh and an impatient person do
    browser.now += 1000;
    vi.advanceTimersByTime(1000);
    await tab.box.flush();
  }
  assert.deepEqual(
    [browser.server.texts(), tab.held.value, tab.told.filter((told) => told === 'add failed')],
    [lines, 0, []],
  );
  assert.ok(browser.now - began <= 85_000, `it took ${browser.now - began} ms`);
  assert.equal(new Set(refusals).size, refusals.length); // never asked again before the time that the server named
});

test('a memo that the limit has refused is taken back without a trace', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  browser.server.limit = () => new ApiError(429, 'too_many', { retryAfter: 30_000 });
  await tab.box.put({ kind: 'add', content: 'milk' });
  await tab.box.flush();
  assert.equal(tab.held.value, browser.now + 30_000);
  assert.equal(tab.box.takeBack(tab.items.value[0]!.key), 'milk');
  assert.deepEqual(tab.shown(), []);
  tab.box.close();
  assert.equal(tab.held.value, 0);
});

test('a refused person’s changes wait for the next sign-in', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  browser.server.fates = [new ApiError(401, 'unauthenticated')];
  await tab.box.put({ kind: 'add', content: 'milk' });
  await tab.box.flush();
  assert.deepEqual(tab.shown(), ['add waiting']);
  tab.box.close();
  assert.deepEqual(tab.shown(), []);
  await tab.box.open('u2');
  assert.deepEqual(tab.shown(), []);
  await tab.box.open('u1');
  await tab.box.flush();
  assert.deepEqual(browser.server.texts(), ['milk']);
});

test('nothing is sent under another person’s name', async () => {
  const browser = new Browser();
  const tab = await browser.tab();
  tab.who = 'u2';
  await tab.box.put({ kind: 'add', content: 'milk' });
  await tab.box.flush();
  assert.deepEqual([tab.shown(), browser.server.arrived], [['add waiting'], []]);
  tab.box.close();
});

test('whatever is lost, changes at random end as the person left them', async () => {
  for (let seed = 1; seed <= 60; seed++) await randomRun(seed);
});

/** Writes at random over a network that loses a third of all messages, with reloads, and compares the results. */
async function randomRun(seed: number): Promise<void> {
  const random = randomOf(seed);
  const browser = new Browser();
  let tab = await browser.tab();
  const want = new Map<string, { content: string; deleted: boolean; dropped?: boolean }>();
  browser.server.fates = Array.from({ length: 40 }, () => (random(3) ? undefined : random(2) ? 'lost' : 'unheard'));
  for (let step = 0; step < 25; step++) {
    const [key, state] = [...want][random(Math.max(1, want.size))] ?? [];
    const base = key
      ? seen(browser, memoOf(key, state!.content, 1, { version: 0, deleted: state!.deleted }))
      : undefined;
    const action = random(6);
    if (!base || action < 2) {
      want.set(await tab.box.put({ kind: 'add', content: `memo ${step}` }), {
        content: `memo ${step}`,
        deleted: false,
      });
    } else if (action < 4 && !state!.deleted) {
      await tab.box.put({ kind: 'edit', content: `edit ${step}`, ...about(base) });
      state!.content = `edit ${step}`;
    } else if (action === 4) {
      await tab.box.put({ kind: state!.deleted ? 'restore' : 'delete', ...about(base) });
      state!.deleted = !state!.deleted;
      state!.dropped = state!.deleted && base.version === 0 && !tab.items.value.some((c) => subject(c) === key);
    } else if (random(2)) {
      await tab.box.wake();
    }
    if (random(8) === 0) tab = await reloaded(browser, tab);
  }
  browser.server.fates = [];
  for (let i = 0; i < 60 && tab.items.value.length > 0; i++) await tab.box.wake();
  const wanted = [...want.values()]
    .filter(({ dropped }) => !dropped)
    .map((w) => (w.deleted ? `(${w.content})` : w.content));
  assert.deepEqual([tab.shown(), browser.server.texts().sort()], [[], wanted.sort()], `seed ${seed}`);
  tab.box.close();
}

/** A memo as the lists show it: the server's, with the person's text and place applied. */
function seen(browser: Browser, memo: Memo): Memo {
  const id = browser.sent.find((s) => s.key === memo.id)?.memo.id;
  const there = browser.server.memos.get(id ?? '');
  return there ? { ...there, content: memo.content, deleted: memo.deleted } : memo;
}

/** A reload: the page ends in the middle of its work, and another begins with the stored data. */
async function reloaded(browser: Browser, before: Tab): Promise<Tab> {
  before.box.close();
  await before.box.flush(); // pending work ends without effect
  const tab = await browser.tab();
  for (const sent of browser.sent) await tab.box.reread('u1', sent);
  return tab;
}

function randomOf(seed: number): (below: number) => number {
  let state = seed * 2654435761;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
