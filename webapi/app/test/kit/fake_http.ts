import { newestFirst } from '../../src/sync/feed';
import { ApiError, type Member } from '../../src/sync/model';
import type { FakeServer } from './fake_server';

/** The state of the network and the sign-in; a test changes it at any time. */
export interface World {
  server: FakeServer;
  /** The user of the cookie; "" for none. */
  who: string;
  reachable: boolean;
  /** How many seconds the store is unavailable, so that a session cannot end. */
  away?: number;
  live: boolean;
  /** Whether the server has WebSockets, which a ticket opens. */
  sockets?: boolean;
  /** The family's id, if it is not the person's first one. */
  family?: string;
  /** The owner who removed the person from the previous family. */
  removedBy?: string;
  /** The reason to refuse a request, by its method and path; undefined for none. */
  refuse?: (request: string) => ApiError | undefined;
  /** The other members of the family. */
  members?: Member[];
  /** The time up to which the person has seen every memo. */
  seen?: string;
  /** The family's time zone. */
  zone?: string;
  /** The received requests, by method and path. */
  asked: string[];
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json', ...headers },
  });

/** A fetch that the world's server answers. */
export function fetchOf(world: World): typeof fetch {
  return (async (path: string, init: RequestInit) => {
    await new Promise((done) => setImmediate(done));
    if (!world.reachable) throw new TypeError('fetch failed');
    world.asked.push(`${init.method} ${path}`);
    if (path.startsWith('/auth/logout') && world.who) return signOut(world);
    if (!world.who) return json(401, { code: 'unauthenticated' });
    if (path === '/api/user') return closeAccount(world);
    const refusal = world.refuse?.(`${init.method} ${path}`);
    if (refusal) return problem(refusal);
    return answer(world, new URL(path, 'http://localhost'), init).catch(problem);
  }) as typeof fetch;
}

function problem(e: unknown): Response {
  if (!(e instanceof ApiError) || e.status === 0) throw e;
  const { status, code, reason, memo, detail, retryAfter } = e;
  return json(status, { code, reason, memo, detail }, retryAfter ? { 'Retry-After': String(retryAfter / 1000) } : {});
}

function signOut(world: World): Response {
  if (world.away) return json(503, { code: 'unavailable', detail: 'not now' }, { 'Retry-After': String(world.away) });
  world.who = '';
  return new Response(null, { status: 204 });
}

/** The account is deleted some time before the answer. */
async function closeAccount(world: World): Promise<Response> {
  world.who = '';
  for (let i = 0; i < 100; i++) await new Promise((done) => setImmediate(done));
  return new Response(null, { status: 204 });
}

/** The members of request bodies. */
interface Body {
  content: string;
  done: boolean;
  until: string;
  timeZone: string;
  ifNone: boolean;
}

async function answer(world: World, url: URL, init: RequestInit): Promise<Response> {
  const { server, who, live, family = `family of ${who}` } = world;
  const headers = init.headers as Record<string, string>;
  const { content, done, until, timeZone, ifNone } = (init.body ? JSON.parse(String(init.body)) : {}) as Body;
  const version = Number((headers['If-Match'] ?? '').replaceAll('"', ''));
  const [, id = '', verb] = /^\/api\/memos\/([^/]+)(\/restore|\/done)?$/.exec(url.pathname) ?? [];
  if (url.pathname === '/api/me') {
    const user = { userId: who, name: who, isOwner: true, source: 'google' };
    return json(200, {
      user,
      family: { id: family, name: 'F', members: [user, ...(world.members ?? [])], timeZone: world.zone },
      settings: { live },
      lastSeenAt: world.seen,
      removedBy: world.removedBy,
      ...(world.sockets ? { live: { url: 'wss://live.test/v1', ticket: 'first' } } : {}),
    });
  }
  if (url.pathname === '/api/family') {
    if (!ifNone || !world.zone) world.zone = timeZone;
    return json(200, { timeZone: world.zone });
  }
  if (url.pathname === '/api/me/seen') {
    world.seen = until;
    return new Response(null, { status: 204 });
  }
  switch (init.method) {
    case 'GET':
      return id ? json(200, await server.memo(id)) : list(server, url, headers['If-None-Match']);
    case 'POST':
      return json(201, await server.addMemo(content, headers['Idempotency-Key']!));
    case 'PUT':
      if (verb === '/done') return json(200, await server.done(id, done, version));
      return json(200, verb ? await server.restoreMemo(id) : await server.editMemo(id, content, version));
    default:
      return json(200, await (id ? server.deleteMemo(id, version) : server.emptyTrash()));
  }
}

function list(server: FakeServer, url: URL, known: string | undefined): Response {
  const { deleted, q = '', limit = '50', cursor = '0' } = Object.fromEntries(url.searchParams);
  const all = [...server.memos.values()]
    .filter(({ id }) => !server.lagging.has(id))
    .filter((m) => m.deleted === (deleted === 'true') && m.content.includes(q))
    .sort(newestFirst);
  const end = Number(cursor) + Number(limit);
  const body = { memos: all.slice(Number(cursor), end), ...(end < all.length ? { nextCursor: String(end) } : {}) };
  const tag = JSON.stringify(body).replaceAll(/[^\x20-\x7e]/g, '.');
  return known === tag ? new Response(null, { status: 304 }) : json(200, body, { ETag: tag });
}
