import type { TestContext } from 'vitest';
import { catalogues } from '../../src/messages';
import type { Notifications } from '../../src/push/api';
import { Push } from '../../src/push/push';
import { fetchOf, type World } from '../kit/fake_http';
import { type Open, type Opening, openSignedIn, worldOf } from '../kit/page';

/** The server's notification settings. */
export interface Told extends Notifications {
  key: string;
  /** The received requests for notifications, by method and path. */
  asked: string[];
  /** The names under which browsers were added. */
  names: string[];
}

const choices = { what: 'all', quietFrom: 22, quietTo: 7, timeZone: 'Asia/Tokyo' } as const;

/** A server without registered devices. */
export const toldOf = (): Told => ({ ...choices, devices: [], key: 'AQID', asked: [], names: [] });

/** Answers requests for notifications, and passes others to the world. */
export function fetchTold(told: Told, world: World): typeof fetch {
  const others = fetchOf(world);
  return (async (path: string, init: RequestInit) => {
    const { pathname } = new URL(path, 'http://localhost');
    if (!/^\/api\/me\/(notifications|devices)/.test(pathname)) return others(path, init);
    await new Promise((done) => setImmediate(done));
    if (!world.reachable) throw new TypeError('fetch failed');
    told.asked.push(`${init.method} ${path}`);
    if (!world.who) return Response.json({}, { status: 401 });
    return answer(told, `${init.method} ${pathname}`, init.body ? JSON.parse(String(init.body)) : undefined);
  }) as typeof fetch;
}

function answer(told: Told, request: string, body: Partial<Told> & { name: string }): Response {
  switch (request) {
    case 'GET /api/me/notifications': {
      const { what, quietFrom, quietTo, timeZone, signIn, devices } = told;
      return Response.json({ what, quietFrom, quietTo, timeZone, signIn, devices });
    }
    case 'PUT /api/me/notifications':
      return Response.json(Object.assign(told, body));
    case 'GET /api/me/devices/key':
      return Response.json({ publicKey: told.key });
    case 'POST /api/me/devices': {
      const device = { id: 'd1', name: body.name, kind: 'web', addedAt: '2026-11-22T00:00:00.000Z' }; // the browser of this sign-in
      told.names.push(body.name);
      told.devices = [...told.devices.filter(({ id }) => id !== 'd1'), device];
      return Response.json({ id: device.id }, { status: 201 });
    }
    default: {
      const id = request.split('/').at(-1);
      const known = told.devices.some((device) => device.id === id);
      told.devices = told.devices.filter((device) => device.id !== id);
      return known ? new Response(null, { status: 204 }) : Response.json({}, { status: 404 });
    }
  }
}

/** A browser with a push service. */
export class FakePush {
  permission: NotificationPermission = 'default';
  /** The person's answer to the permission prompt. */
  answer: NotificationPermission = 'granted';
  /** How often they were asked. */
  questions = 0;
  /** Whether the push service can be reached. */
  reachable = true;
  /** The notifications that are shown. */
  shown: { close(): void }[] = [];
  subscription: PushSubscription | null = null;
  /** How many subscriptions there were. */
  made = 0;
  readonly worker = new EventTarget();
  private readonly permissionStatus = new EventTarget();

  private readonly manager = {
    getSubscription: async () => this.subscription,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      if (!this.reachable) throw new DOMException('no push service', 'AbortError');
      return this.renew(applicationServerKey);
    },
  };

  /** Makes a subscription for a key, which replaces any other one. */
  renew(key: string): PushSubscription {
    const endpoint = `https://push.test/${++this.made}`;
    const end = async () => ((this.subscription = null), true);
    this.subscription = {
      endpoint,
      expirationTime: null,
      options: { userVisibleOnly: true, applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
      unsubscribe: end,
      getKey: () => null,
    };
    return this.subscription;
  }

  /** The person changes the permission in the browser. */
  permit(permission: NotificationPermission): void {
    this.permission = permission;
    this.permissionStatus.dispatchEvent(new Event('change'));
  }

  /** Adds to a tab the parts of a browser that notifications need. */
  fit({ tab }: Pick<Open, 'tab'>): void {
    const registration = { pushManager: this.manager, getNotifications: async () => this.shown };
    const asked = this;
    Object.assign(tab.window, {
      isSecureContext: true,
      PushManager: Object,
      Notification: {
        get permission() {
          return asked.permission;
        },
        requestPermission: async () => {
          this.questions++;
          if (this.permission === 'default') this.permission = this.answer;
          return this.permission;
        },
      },
    });
    Object.assign(tab.window.navigator, {
      permissions: { query: async () => this.permissionStatus },
      serviceWorker: Object.assign(this.worker, { getRegistration: async () => registration }),
    });
  }
}

/** A page whose module is running. */
export interface OpenPush extends Open {
  push: Push;
  told: Told;
  device: FakePush;
}

/** Opens a page of u1 in which the module is running. */
export async function openPush(
  t: TestContext,
  { device = new FakePush(), told = toldOf(), world = worldOf(), ...opening }: Opening & Partial<OpenPush> = {},
): Promise<OpenPush> {
  const open = await openSignedIn(t, { ...opening, world, fetcher: fetchTold(told, world) });
  device.fit(open);
  const push = new Push(open.page);
  push.follow(open.page.ended);
  return { ...open, push, told, device };
}

export const { ja, en } = catalogues;
