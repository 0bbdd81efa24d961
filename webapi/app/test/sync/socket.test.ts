import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { type Heard, Way } from '../../src/sync/live';
import { type Socket, talk, ticketFor } from '../../src/sync/socket';
import { fetchOf } from '../kit/fake_http';
import { openPage, openSignedIn, worldOf } from '../kit/page';
import { turns } from '../kit/wait';

/** A WebSocket that a test controls. */
class FakeSocket extends EventTarget implements Socket {
  readonly sent: string[] = [];
  closed = false;

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    super();
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.closed = true;
  }

  /** Opens, as the server does. */
  open(): void {
    this.dispatchEvent(new Event('open'));
  }

  /** Closes, as the server or the network does. */
  break(): void {
    this.closed = true;
    this.dispatchEvent(new Event('close'));
  }

  say(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  tell(event: string): void {
    this.say(JSON.stringify({ event }));
  }
}

/** Opens a way over a WebSocket; the timers are those of the test. */
async function talking(ticket = Promise.resolve({ url: 'wss://live.test/v1', ticket: 'sealed' })) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const way = new Way();
  const heard: Heard[] = [];
  for (const kind of ['hello', 'changed', 'error'] as const) way.addEventListener(kind, () => heard.push(kind));
  const sockets: FakeSocket[] = [];
  const talked = talk(way, ticket, (...call) => (sockets.push(new FakeSocket(...call)), sockets.at(-1)!));
  await talked;
  return { way, heard, socket: sockets[0]!, sockets, tick: (ms: number) => vi.advanceTimersByTime(ms) };
}

const hello = '{"action":"hello"}';
const ping = '{"action":"ping"}';

test('the page offers its ticket, says hello once it is open, and reads once more when the server finds it', async () => {
  const { heard, socket, tick } = await talking();
  assert.deepEqual([socket.url, socket.protocols, socket.sent], ['wss://live.test/v1', ['voicememo', 'sealed'], []]);
  socket.open();
  assert.deepEqual([socket.sent, heard], [[hello], []]);
  socket.tell('hello');
  tick(1999);
  assert.deepEqual(heard, ['hello']);
  tick(1);
  socket.tell('changed');
  assert.deepEqual(heard, ['hello', 'changed', 'changed']);
});

test('after hints the page reads once more, when the index has what they are about', async () => {
  const { heard, socket, tick } = await talking();
  socket.open();
  socket.tell('hello');
  tick(2000);
  heard.length = 0;
  socket.tell('changed');
  tick(1500);
  socket.tell('changed');
  tick(1999);
  assert.deepEqual(heard, ['changed', 'changed']);
  tick(1);
  tick(60_000);
  assert.deepEqual(heard, ['changed', 'changed', 'changed']);
});

test('the page says that it is there every five minutes, and counts a connection without an answer as lost', async () => {
  const { way, heard, socket, tick } = await talking();
  socket.open();
  socket.tell('hello');
  for (let i = 1; i <= 30; i++) {
    tick(5 * 60_000);
    assert.deepEqual(socket.sent.slice(1), Array(i).fill(ping));
    socket.tell('pong');
  }
  tick(5 * 60_000 - 1);
  assert.equal(heard.includes('error'), false);
  tick(1);
  tick(15_000);
  assert.deepEqual([heard.at(-1), socket.closed, way.readyState], ['error', true, 2]);
});

for (const [what, begin] of [
  ['does not open', () => undefined],
  ['does not answer hello', (socket: FakeSocket) => socket.open()],
] as const) {
  test(`a connection that ${what} is lost after a while`, async () => {
    const { heard, socket, tick } = await talking();
    begin(socket);
    tick(14_999);
    assert.deepEqual(heard, []);
    tick(1);
    assert.deepEqual([heard, socket.closed], [['error'], true]);
  });
}

test('a connection that ends is lost once, and nothing is planned any more', async () => {
  const { way, heard, socket, tick } = await talking();
  socket.open();
  socket.tell('hello');
  socket.break();
  socket.break();
  socket.tell('changed');
  tick(3_600_000);
  assert.deepEqual([heard, way.readyState, socket.sent], [['hello', 'error'], 2, [hello]]);
});

test('a way that is closed says nothing, also if it is closed before it is open', async () => {
  const { way, heard, socket, tick } = await talking();
  way.close();
  assert.equal(socket.closed, true);
  socket.open();
  socket.tell('hello');
  socket.break();
  tick(3_600_000);
  assert.deepEqual([heard, socket.sent], [[], []]);

  const other = new Way();
  other.close();
  await talk(other, Promise.resolve({ url: 'wss://live.test', ticket: 't' }), () => assert.fail('it connects'));
});

test('a way without a ticket is lost', async () => {
  const { heard, sockets } = await talking(Promise.reject(new Error('no ticket')));
  assert.deepEqual([heard, sockets], [['error'], []]);
});

test('messages that are not of the server are ignored', async () => {
  const { heard, socket } = await talking();
  socket.open();
  const strange = ['', 'hello', '{', 'null', '[]', '7', '{"event":1}', '{"event":"toString"}', '{"action":"hello"}'];
  for (const data of [...strange, new Blob(['x']), undefined]) socket.say(data);
  assert.deepEqual(heard, []);
  socket.tell('hello');
  assert.deepEqual(heard, ['hello']);
});

test('the first ticket is the one that came with the person; later ones are asked for', async (t) => {
  const world = worldOf({ sockets: true });
  let now = 1_000_000;
  const answer = fetchOf(world);
  const fetcher: typeof fetch = (path, init) =>
    path === '/api/live/ticket'
      ? (world.asked.push('POST ticket'), Promise.resolve(Response.json({ url: 'wss://live.test/v1', ticket: 'next' })))
      : answer(path, init);
  const { page } = await openSignedIn(t, { world, fetcher, clock: () => now });
  const ticket = async (again: boolean) => (await ticketFor(page, again)).ticket;
  assert.deepEqual([await ticket(false), await ticket(true)], ['first', 'next']);
  now += 20_000;
  assert.equal(await ticket(false), 'next');
  page.person.unsure();
  assert.equal(await ticket(false), 'next');
  assert.equal(world.asked.filter((asked) => asked === 'POST ticket').length, 3);
});

for (const [status, session, offered] of [
  [401, 'out', undefined],
  [404, 'in', undefined],
  [429, 'in', 'first'],
] as const) {
  test(`a ticket that is refused with ${status}`, async (t) => {
    const world = worldOf({ sockets: true });
    const answer = fetchOf(world);
    const fetcher: typeof fetch = (path, init) =>
      path === '/api/live/ticket' ? Promise.resolve(Response.json({}, { status })) : answer(path, init);
    const { page, streams } = await openSignedIn(t, { world, fetcher });
    assert.deepEqual(
      streams.map(({ kind }) => kind),
      ['socket'],
    );
    await assert.rejects(ticketFor(page, true), { status });
    assert.deepEqual([page.person.session.value, page.person.me.value?.live?.ticket], [session, offered]);
    assert.deepEqual(
      streams.map(({ kind, readyState }) => [kind, readyState]),
      {
        401: [['socket', 2]],
        404: [
          ['socket', 2],
          ['events', 1],
        ],
        429: [['socket', 1]],
      }[status],
    );
  });
}

test('signing out closes the WebSocket', async (t) => {
  const { page, streams } = await openSignedIn(t, { world: worldOf({ sockets: true }) });
  streams[0]!.say('hello');
  await page.ending.signOut('here');
  assert.deepEqual(
    streams.map(({ kind, readyState }) => [kind, readyState]),
    [['socket', 2]],
  );
});

test('a ticket is not kept on the device', async (t) => {
  const open = openPage(t, { world: worldOf({ sockets: true }) });
  await open.page.start();
  await turns();
  open.tab.see(false);
  await turns();
  const kept = await open.kept.snapshot('u1');
  assert.deepEqual([kept?.me.user.userId, kept?.me.live], ['u1', undefined]);
});
