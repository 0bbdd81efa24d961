import { computed, effect, signal } from '@preact/signals';
import { slotOf } from '../components/modules';
import type { Page } from '../page';
import { type Choices, type Notifications, PushApi } from './api';
import { thisDevice } from './device';
import { abilityOf, clearShown, type PushBrowser, subscribe, unsubscribe, workerOf } from './subscription';

/** What this device keeps while it is told: whose notifications, under which id the server knows it, and its subscription. */
interface Kept {
  userId: string;
  id: string;
  endpoint: string;
}

const slot = slotOf('push');

/** What came of a request to be told. */
export type SwitchedOn = 'on' | 'refused' | 'unreachable';

/** Notifications on this device, and the person's choices about them. */
export class Push {
  /** The choices and the devices, as the server last told; null: not known. */
  readonly notifications = signal<Notifications | null>(null);

  /** What this device keeps; null: it is not told. */
  readonly kept = signal<Kept | null>(null);

  /** Counts the times at which the browser may have changed its mind. */
  private readonly asked = signal(0);

  /** Whether this browser can be told. */
  readonly ability = computed(() => {
    void this.asked.value;
    return abilityOf(this.browser, this.page.install.way.value === 'menu');
  });

  private readonly api: PushApi;
  private readonly browser: PushBrowser;

  constructor(private readonly page: Page) {
    this.api = new PushApi(page.api.http);
    this.browser = page.browser;
    this.kept.value = this.read();
  }

  /** Follows the session, what is in sight, and taps on notifications, until the page ends. */
  follow(ended: AbortSignal): void {
    const { person } = this.page;
    const { document, navigator } = this.browser;
    const stop = effect(() => {
      if (person.session.value === 'out') this.leave();
      if (person.session.value === 'in') void this.visit().catch(() => undefined); // the next visit does it
    });
    ended.addEventListener('abort', stop);
    const seen = () => document.visibilityState === 'visible' && void this.clear();
    seen();
    document.addEventListener('visibilitychange', seen, { signal: ended });
    navigator.serviceWorker?.addEventListener('message', (message) => this.heard(message), { signal: ended });
  }

  /** Reads the choices and the devices. */
  async load(): Promise<void> {
    this.notifications.value = await this.api.notifications();
  }

  /** Asks the person for the permission, in their tap on a button, and has this device told. */
  async switchOn(): Promise<SwitchedOn> {
    const permission = await this.browser.Notification!.requestPermission();
    this.asked.value++;
    if (permission !== 'granted') return 'refused';
    const worker = await workerOf(this.browser);
    const key = await this.api.key();
    const subscription = worker && (await subscribe(worker, key).catch(() => undefined));
    if (!subscription) return 'unreachable';
    const first = !this.notifications.peek()?.devices.length;
    await this.add(subscription);
    await this.load();
    const { devices: _, ...choices } = this.notifications.peek()!;
    const what = choices.what === 'none' ? 'all' : choices.what;
    if (first || what !== choices.what) await this.choose({ ...choices, what, timeZone: hereZone() });
    return 'on';
  }

  /** Changes the choices; they are as they were if that fails. */
  async choose(choices: Choices): Promise<void> {
    const before = this.notifications.peek();
    if (before) this.notifications.value = { ...before, ...choices };
    try {
      await this.api.choose(choices);
    } catch (e) {
      this.notifications.value = before;
      throw e;
    }
  }

  /** Has a device told nothing any more. */
  async remove(id: string): Promise<void> {
    const before = this.notifications.peek();
    const own = id === this.kept.peek()?.id;
    if (own) await unsubscribe(this.browser).catch(() => undefined);
    await this.api.remove(id);
    if (own) this.keep(null);
    if (before) this.notifications.value = { ...before, devices: before.devices.filter((device) => device.id !== id) };
  }

  /** Brings the server up to date at a visit, if this device is told: the browser may have changed the subscription, or the person may have removed the device elsewhere. */
  private async visit(): Promise<void> {
    const kept = this.read();
    this.kept.value = kept;
    if (!kept) return;
    if (kept.userId !== this.page.person.me.peek()?.user.userId) return this.forget();
    const [{ devices }, key, worker] = await Promise.all([
      this.api.notifications(),
      this.api.key(),
      workerOf(this.browser),
    ]);
    const known = devices.some(({ id }) => id === kept.id);
    const granted = this.browser.Notification?.permission === 'granted';
    const before = await worker?.pushManager.getSubscription();
    if (!worker || !granted || (!known && before?.endpoint === kept.endpoint)) {
      await this.forget();
      if (known) await this.api.remove(kept.id);
      return;
    }
    const subscription = await subscribe(worker, key);
    if (subscription.endpoint !== kept.endpoint || !known) await this.add(subscription);
  }

  /** The session has ended: this device is told nothing more, and shows nothing. Nothing waits for it. */
  private leave(): void {
    const kept = this.read();
    if (!kept) return;
    if (this.page.partings.due()) void this.api.remove(kept.id).catch(() => undefined); // with the session the device goes too
    void this.forget();
  }

  private async add(subscription: PushSubscription): Promise<void> {
    const { userAgent, maxTouchPoints } = this.browser.navigator;
    const id = await this.api.add(thisDevice(userAgent, maxTouchPoints, subscription));
    const { userId } = this.page.person.me.peek()!.user;
    this.keep({ userId, id, endpoint: subscription.endpoint });
  }

  private async forget(): Promise<void> {
    this.keep(null);
    await unsubscribe(this.browser).catch(() => undefined); // the server finds out
  }

  private keep(kept: Kept | null): void {
    this.kept.value = kept;
    if (kept) this.browser.localStorage.setItem(slot, JSON.stringify(kept));
    else this.browser.localStorage.removeItem(slot);
  }

  private read(): Kept | null {
    try {
      return JSON.parse(this.browser.localStorage.getItem(slot) ?? 'null') as Kept | null;
    } catch {
      return null;
    }
  }

  private async clear(): Promise<void> {
    await clearShown(await workerOf(this.browser)).catch(() => undefined);
  }

  /** A notification was tapped, whose address this window is to show. */
  private heard({ data, ports }: MessageEvent): void {
    const { open } = (data ?? {}) as { open?: unknown };
    if (typeof open !== 'string' || this.page.person.session.peek() !== 'in') return;
    ports[0]?.postMessage('shown');
    const { places, search, sync } = this.page;
    const [path, query] = open.split('?');
    const memo = new URLSearchParams(query).get('memo') ?? '';
    if (memo) search.forget();
    places.named.value = memo;
    places.goTo(path === '/family' ? 'family' : 'memos');
    void sync.refresh();
  }
}

/** The time zone of this device. */
const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
