import assert from 'node:assert/strict';
import { test } from 'vitest';
import { deliver, noticeOf, open, type PageWindow, type Worker } from '../../src/push/deliver';

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
const firefox = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';

const notice = {
  title: '花子さん',
  body: '牛乳を買う',
  tag: 'b1',
  url: '/memos/m1',
  lang: 'ja',
  at: 1000,
  quietFrom: 0,
  quietTo: 0,
};

/** A window of the page that records its calls. */
class FakeWindow implements PageWindow {
  readonly done: string[] = [];

  constructor(
    readonly visibilityState: string,
    readonly focused = false,
    private readonly hears = true,
    private readonly obeys = true,
  ) {}

  async focus(): Promise<void> {
    this.done.push('focus');
    if (!this.obeys) throw new TypeError('not allowed');
  }

  async navigate(url: string): Promise<void> {
    this.done.push(`navigate ${url}`);
    if (!this.obeys) throw new TypeError('not controlled by this worker');
  }

  postMessage({ open: url }: { open: string }, [port]: [MessagePort]): void {
    this.done.push(`message ${url}`);
    if (this.hears) port.postMessage('shown');
  }
}

/** A worker that records what it shows and opens. */
function workerOf(agent: string, windows: readonly FakeWindow[] = []) {
  const shown: { title: string; options: NotificationOptions & { timestamp?: number }; open: boolean }[] = [];
  const opened: string[] = [];
  const badges: number[] = [];
  const worker: Worker = {
    agent,
    registration: {
      showNotification: async (title, options = {}) => void shown.push({ title, options, open: true }),
      getNotifications: async ({ tag } = {}) =>
        shown
          .filter((one) => one.open && (!tag || one.options.tag === tag))
          .map((one) => ({ close: () => (one.open = false) }) as unknown as Notification),
    },
    windows: async () => windows,
    openWindow: async (url) => opened.push(url),
    setBadge: async (count) => void badges.push(count),
    patience: 10_000,
    now: () => 5000,
  };
  return { worker, shown, opened, badges };
}

test('a message is shown as a notification that repeats replace', async () => {
  const { worker, shown, badges } = workerOf(chrome, [new FakeWindow('hidden')]);
  await deliver(notice, worker);
  const options = {
    body: '牛乳を買う',
    tag: 'b1',
    lang: 'ja',
    data: { url: '/memos/m1' },
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    renotify: false,
    silent: false,
    timestamp: 1000,
  };
  assert.deepEqual([shown, badges], [[{ title: '花子さん', options, open: true }], [1]]);
});

test('a message that arrives in the quiet hours makes no sound', async () => {
  const silent: unknown[] = [];
  for (const [quietFrom, quietTo] of [
    [4000, 6000],
    [5000, 5001],
    [6000, 7000],
    [4000, 5000],
  ] as const) {
    const { worker, shown } = workerOf(chrome);
    await deliver({ ...notice, quietFrom, quietTo }, worker);
    silent.push(shown[0]?.options.silent);
  }
  assert.deepEqual(silent, [true, true, false, false]);
});

for (const [name, agent, times] of [
  ['Chrome', chrome, 0],
  ['Firefox', firefox, 0],
  ['Safari', safari, 1],
] as const) {
  test(`${name} leaves no notification while the page is in sight`, async () => {
    const { worker, shown, badges } = workerOf(agent, [new FakeWindow('hidden'), new FakeWindow('visible')]);
    await deliver(notice, worker);
    assert.deepEqual([shown.length, shown.filter((one) => one.open).length, badges], [times, 0, []]);
  });
}

test('the notification of another message stays while Safari closes one', async () => {
  const windows = [new FakeWindow('hidden')];
  const { worker, shown } = workerOf(safari, windows);
  await deliver({ ...notice, tag: 'b0' }, worker);
  windows[0] = new FakeWindow('visible');
  await deliver(notice, worker);
  assert.deepEqual(
    shown.map((one) => [one.options.tag, one.open]),
    [
      ['b0', true],
      ['b1', false],
    ],
  );
});

test('the content of a push message', () => {
  const read = (more: object) => noticeOf(JSON.stringify({ title: 't', body: 'b', tag: 'x', url: '/', ...more }));
  assert.deepEqual(read({}), {
    title: 't',
    body: 'b',
    tag: 'x',
    url: '/',
    lang: '',
    at: 0,
    quietFrom: 0,
    quietTo: 0,
  });
  const { quietFrom, quietTo } = read({ quietFrom: '2026-11-24T13:00:00.000Z', quietTo: '2026-11-24T22:00:00.000Z' })!;
  assert.deepEqual([quietFrom, quietTo], [Date.UTC(2026, 10, 24, 13), Date.UTC(2026, 10, 24, 22)]);
  assert.equal(read({ at: '2026-11-24T00:00:00Z' })?.at, Date.parse('2026-11-24T00:00:00Z'));
  assert.equal(read({ at: 5 })?.at, 5);
  for (const [url, path] of [
    ['/memos/m%2F1', '/memos/m%2F1'],
    ['/family', '/family'],
    ['https://evil.example/', '/'],
    ['//evil.example/x', '/'],
    ['javascript:alert(1)', '/'],
    ['/\\\\evil.example', '/'],
    [7, '/'],
  ])
    assert.equal(read({ url })?.url, path);
});

for (const text of ['', '{', 'null', '7', '[]', '{}', '{"title":7}', '{"body":"without a title"}']) {
  test(`a push message that is not of ours shows nothing: ${text}`, () => assert.equal(noticeOf(text), undefined));
}

test('a tap opens a window if there is none', async () => {
  const { worker, opened } = workerOf(chrome);
  await open('/memos/m1', worker);
  assert.deepEqual(opened, ['/memos/m1']);
});

test('a tap shows the memo in the window that was used last, the focused or a visible one first', async () => {
  const windows = [new FakeWindow('hidden'), new FakeWindow('visible'), new FakeWindow('visible', true)];
  for (const chosen of [2, 1, 0]) {
    const { worker, opened } = workerOf(chrome, windows.slice(0, chosen + 1));
    await open('/memos/m1', worker);
    assert.deepEqual([windows[chosen]!.done, opened], [['focus', 'message /memos/m1'], []]);
  }
});

test('a window that does not answer goes to the address', async () => {
  const window = new FakeWindow('visible', true, false);
  const { worker } = workerOf(chrome, [window]);
  await open('/memos/m1', { ...worker, patience: 5 });
  assert.deepEqual(window.done, ['focus', 'message /memos/m1', 'navigate /memos/m1']);
});

test('a tap that no window takes opens a new one', async () => {
  const window = new FakeWindow('visible', true, false, false);
  const { worker, opened } = workerOf(chrome, [window]);
  await open('/memos/m1', { ...worker, patience: 5 });
  assert.deepEqual([window.done, opened], [['focus', 'message /memos/m1', 'navigate /memos/m1'], ['/memos/m1']]);
});

test('a window that cannot be focused but answers takes a tap', async () => {
  const window = new FakeWindow('visible', true, true, false);
  const { worker, opened } = workerOf(chrome, [window]);
  await open('/memos/m1', worker);
  assert.deepEqual([window.done, opened], [['focus', 'message /memos/m1'], []]);
});
