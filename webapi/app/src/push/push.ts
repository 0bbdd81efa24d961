import { computed, effect, signal } from '@preact/signals';
import { hereZone } from '../browser/here_zone';
import { memoIn } from '../browser/places';
import { againOf, slotOf } from '../components/modules';
import type { Page } from '../page';
import { type Choices, type Notifications, PushApi } from './api';
import { thisDevice } from './device';
import { abilityOf, clearShown, type PushBrowser, subscribe, unsubscribe, workerOf } from './subscription';

/** The stored registration of this device: the person, the server's id of the device, and the subscription. */
interface Kept {
  userId: string;
  id: string;
  endpoint: string;
  /** The sign-in in which it was added, with which it ends. */
  signIn?: string;
}

const slot = slotOf('push');

/** The person whose notifications return at their next sign-in, since the session ended by itself. */
const again = againOf('push');

/** The outcome of a request for notifications. */
export type SwitchedOn = 'on' | 'refused' | 'unreachable';

/** Notifications on this device, and the person's choices about them. */
export class Push {
  /** The choices and the devices, as of the server's last answer; null: unknown. */
  readonly notifications = signal<Notifications | null>(null);

  /** The stored registration; null: this device gets no notifications. */
  readonly kept = signal<Kept | null>(null);

  /** Counts the times at which the person may have changed the permission. */
  private readonly asked = signal(0);

  /** Whether this browser can get notifications. */
  readonly ability = computed(() => {
    void this.asked.value;
    return abilityOf(this.browser, this.page.install.way.value === 'menu');
  });

  /** Whether this device gets notifications, as far as is known. */
  readonly on = computed(() => {
    const { devices } = this.notifications.value ?? {};
    const id = this.kept.value?.id;
    return !!id && (!devices || devices.some((device) => device.id === id));
  });

  /** Whether any device gets notifications: this one, unless the browser blocks them, or another. */
  readonly reaches = computed(() => {
    const own = this.kept.value?.id;
    const others = this.notifications.value?.devices.some((device) => device.id !== own);
    return !!others || (this.on.value && this.ability.value === 'yes');
  });

  /** Whether the person's quiet hours are also those of an Echo, whose light shows new memos. */
  readonly keepsEcho = computed(() => {
    const { user, family } = this.page.person.me.value ?? {};
    return !!family?.members.some(
      ({ source, addedBy }) => source === 'alexa' && (addedBy === user?.userId || !!user?.isOwner),
    );
  });

  /** The request that is storing choices. */
  private storing: Promise<void> | undefined;

  private readonly api: PushApi;
  private readonly browser: PushBrowser;

  constructor(private readonly page: Page) {
    this.api = new PushApi(page.api.http);
    this.browser = page.browser;
    this.kept.value = this.read();
  }

  /** Watches the session, the view, and taps on notifications, until the page ends. */
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
    void this.followPermission(ended).catch(() => undefined); // some browsers do not report when it changes
  }

  /** Reads the stored data of this device, which another tab may have changed, the choices and the devices. */
  async load(): Promise<void> {
    this.kept.value = this.read();
    this.asked.value++;
    await this.learn();
  }

  /** Requests the permission, within a tap on a button, and registers this device. */
  async switchOn(): Promise<SwitchedOn> {
    const permission = await this.browser.Notification!.requestPermission();
    this.asked.value++;
    if (permission !== 'granted') return 'refused';
    const worker = await workerOf(this.browser);
    const key = await this.api.key();
    const subscription = worker && (await subscribe(worker, key).catch(() => undefined));
    if (!subscription) return 'unreachable';
    const { what, devices } = await this.add(subscription);
    if (devices.length === 1 || what === 'none')
      await this.choose({ what: what === 'none' ? 'all' : what, timeZone: hereZone() });
    return 'on';
  }

  /**
   * Shows changed choices immediately, and stores them, together with later changes during the request. If that fails
   * all return to the server's last answer.
   */
  choose(change: Partial<Choices>): Promise<void> {
    const before = this.notifications.peek();
    if (!before) return Promise.resolve();
    this.notifications.value = { ...before, ...change };
    this.storing ??= this.store(choicesOf(before)).finally(() => (this.storing = undefined));
    return this.storing;
  }

  /** Removes a device. */
  async remove(id: string): Promise<void> {
    const own = id === this.kept.peek()?.id;
    if (own) await unsubscribe(this.browser).catch(() => undefined);
    await this.api.remove(id);
    if (own) this.keep(null);
    const now = this.notifications.peek();
    this.notifications.value = now && { ...now, devices: now.devices.filter((device) => device.id !== id) };
  }

  /**
   * Brings the server up to date at a visit, if this device gets notifications, or did in a sign-in that
   * has ended by itself: the browser may have changed the subscription, or the person may
   * have removed the device elsewhere.
   */
  private async visit(): Promise<void> {
    const kept = this.read();
    this.kept.value = kept;
    const whose = kept?.userId ?? this.browser.localStorage.getItem(again);
    if (!whose) return;
    const { person } = this.page;
    // who is signed in may be known only from the snapshot of this device, by a person before
    if (whose !== person.me.peek()?.user.userId || !(await person.confirm(whose))) return this.forget();
    const [{ devices, signIn }, key, worker] = await Promise.all([
      this.learn(),
      this.api.key(),
      workerOf(this.browser),
    ]);
    const known = !!kept && devices.some(({ id }) => id === kept.id);
    const anew = kept?.signIn !== signIn || !kept;
    const granted = this.browser.Notification?.permission === 'granted';
    const before = await worker?.pushManager.getSubscription();
    if (!worker || !granted || (!known && !anew && before?.endpoint === kept.endpoint)) {
      await this.forget();
      if (!known) return;
      await this.api.remove(kept.id);
      await this.learn();
    } else {
      const subscription = await subscribe(worker, key);
      if (!known || anew || subscription.endpoint !== kept.endpoint) await this.add(subscription);
    }
  }

  /** The session has ended: this device is unregistered and shows no notifications. Nothing waits for it. */
  private leave(): void {
    const kept = this.read();
    const { sessionEnds } = this.page;
    this.notifications.value = null;
    if (sessionEnds.leavesNothing()) this.remember('');
    if (!kept) return;
    if (sessionEnds.due()) void this.api.remove(kept.id).catch(() => undefined); // the device ends with the session
    void this.forget();
    if (!sessionEnds.leavesNothing()) this.remember(kept.userId);
  }

  /** Reads the choices and the devices, again if they have been changed here meanwhile. */
  private async learn(): Promise<Notifications> {
    for (;;) {
      await this.storing?.catch(() => undefined);
      const before = this.notifications.peek();
      const current = await this.api.notifications();
      if (this.notifications.peek() === before) return (this.notifications.value = current);
    }
  }

  private async store(before: Choices): Promise<void> {
    let taken = before;
    for (let current = this.notifications.peek(); current; current = this.notifications.peek()) {
      const wanted = choicesOf(current);
      if (JSON.stringify(wanted) === JSON.stringify(taken)) return;
      try {
        await this.api.choose(wanted);
      } catch (e) {
        const now = this.notifications.peek();
        this.notifications.value = now && { ...now, ...taken };
        throw e;
      }
      taken = wanted;
    }
  }

  /** Notices when the person changes the permission in the browser. */
  private async followPermission(ended: AbortSignal): Promise<void> {
    const permission = await this.browser.navigator.permissions?.query({ name: 'notifications' });
    permission?.addEventListener('change', () => this.asked.value++, { signal: ended });
  }

  private async add(subscription: PushSubscription): Promise<Notifications> {
    const { userAgent, maxTouchPoints } = this.browser.navigator;
    const id = await this.api.add(thisDevice(userAgent, maxTouchPoints, subscription));
    const { userId } = this.page.person.me.peek()!.user;
    const kept = { userId, id, endpoint: subscription.endpoint };
    this.keep(kept); // also if the next request fails
    const current = await this.learn();
    if (current.signIn) this.keep({ ...kept, signIn: current.signIn });
    return current;
  }

  private async forget(): Promise<void> {
    this.keep(null);
    await unsubscribe(this.browser).catch(() => undefined); // the server notices
  }

  private keep(kept: Kept | null): void {
    this.kept.value = kept;
    this.remember('');
    if (kept) this.browser.localStorage.setItem(slot, JSON.stringify(kept));
    else this.browser.localStorage.removeItem(slot);
  }

  /** Stores whose notifications return at a sign-in; "": of no person. */
  private remember(userId: string): void {
    try {
      if (userId) this.browser.localStorage.setItem(again, userId);
      else this.browser.localStorage.removeItem(again);
    } catch {
      return; // nothing is kept here
    }
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

  /** Shows the address of a tapped notification in this window. */
  private heard({ data, ports }: MessageEvent): void {
    const { open } = (data ?? {}) as { open?: unknown };
    if (typeof open !== 'string' || this.page.person.session.peek() !== 'in') return;
    ports[0]?.postMessage('shown');
    const { places, search, sync } = this.page;
    const [path = '', query] = open.split('?');
    const memo = memoIn(path) || (new URLSearchParams(query).get('memo') ?? '');
    if (memo) search.forget();
    if (path !== '/family') places.named.value = memo;
    places.goTo(path === '/family' ? 'family' : 'memos');
    void sync.refresh();
  }
}

const choicesOf = ({ what, quietFrom, quietTo, timeZone }: Choices): Choices => ({
  what,
  quietFrom,
  quietTo,
  timeZone: timeZone || hereZone(), // the server accepts no other choices
});
