import type { TicketNeeds, Way } from './live';
import type { ApiError, Me, Ticket } from './model';

/** The part of a WebSocket that is used here. */
export interface Socket {
  addEventListener(kind: 'open' | 'message' | 'close', heard: (event: Event & { data?: unknown }) => void): void;
  send(text: string): void;
  close(): void;
}

/** How long the person's ticket is used, in milliseconds; the server accepts it for 30 seconds. */
const ticketHolds = 20_000;

/**
 * How long after hello or a hint everything is read again, in milliseconds. Until then the indexes of the server's
 * tables may lack this page's connection, or the memo that the hint is about.
 */
const settles = 2000;

/** How often the page sends a ping, in milliseconds; API Gateway closes a connection after ten silent minutes. */
const pingEvery = 5 * 60_000;

/** How long an answer may take, in milliseconds. */
const answerWithin = 15_000;

/**
 * Returns a ticket: that of the person's answer, or after a failure a new one. An
 * answer of 404 says that the server has no WebSockets any more.
 */
export async function ticketFor({ api, connection, person }: TicketNeeds, again: boolean): Promise<Ticket> {
  const { live, ...rest } = person.me.peek() ?? {};
  if (live && !again && person.age() < ticketHolds) return live;
  try {
    return await api.http.json<Ticket>('POST', '/api/live/ticket');
  } catch (e) {
    connection.explain(e);
    if ((e as ApiError).status === 404 && person.me.peek()) person.me.value = rest as Me;
    throw e;
  }
}

/**
 * Receives hints over a WebSocket and sends them through a way, until either is closed. The page sends hello first,
 * then ping from time to time; the server answers both.
 */
export async function talk(
  way: Way,
  ticket: Promise<Ticket>,
  connect: (url: string, protocols: string[]) => Socket,
): Promise<void> {
  const ended = () => way.readyState === 2;
  const given = await ticket.catch(() => way.lose());
  if (!given || ended()) return;
  const socket = connect(given.url, ['voicememo', given.ticket]);
  let overdue: ReturnType<typeof setTimeout> | undefined;
  let next: ReturnType<typeof setTimeout> | undefined;
  let settled: ReturnType<typeof setTimeout> | undefined;
  const say = (heard: 'hello' | 'changed') => {
    way.say(heard);
    clearTimeout(settled);
    settled = setTimeout(() => way.say('changed'), settles);
  };
  const wait = () => {
    clearTimeout(overdue);
    overdue = setTimeout(() => way.lose(), answerWithin);
  };
  const ask = (action: string) => {
    socket.send(JSON.stringify({ action }));
    wait();
  };
  const ping = () => {
    next = setTimeout(() => {
      ask('ping');
      ping();
    }, pingEvery);
  };
  const hear: Record<string, () => void> = {
    hello() {
      clearTimeout(overdue);
      way.readyState = 1;
      say('hello');
      ping();
    },
    pong: () => clearTimeout(overdue),
    changed: () => say('changed'),
  };
  way.end = () => {
    clearTimeout(overdue);
    clearTimeout(next);
    clearTimeout(settled);
    socket.close();
  };
  wait();
  socket.addEventListener('open', () => ended() || ask('hello'));
  socket.addEventListener('message', ({ data }) => ended() || hear[eventOf(data)]?.());
  socket.addEventListener('close', () => way.lose());
}

/** The event that a message names; "" if it is not a message of ours. */
function eventOf(data: unknown): string {
  try {
    return String((JSON.parse(String(data)) as { event: unknown }).event);
  } catch {
    return '';
  }
}
