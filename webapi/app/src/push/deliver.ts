/** A notification as the server sends it: all its texts are in the language of the device. */
export interface Notice {
  title: string;
  body: string;
  /** The same for every delivery of the notification. */
  tag: string;
  /** The path and the query of the page that it opens. */
  url: string;
  lang: string;
  /** When it happened, in Unix milliseconds; 0: not known. */
  at: number;
  /** Between these times, in Unix milliseconds, it makes no sound: the device was offline until the quiet hours. */
  quietFrom: number;
  quietTo: number;
}

/** The options of a notification that TypeScript's types lack. */
type Options = NotificationOptions & { timestamp?: number; renotify?: boolean };

/** A window of the page. */
export interface PageWindow {
  readonly visibilityState: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

/** The browser's functions that the worker uses. */
export interface Worker {
  agent: string;
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>;
  /** The windows of the page, most recently used first. */
  windows(): Promise<readonly PageWindow[]>;
  openWindow(url: string): Promise<unknown>;
  /** Shows a number on the icon of the app; absent: the browser cannot. */
  setBadge?(count: number): Promise<void>;
  /** How long a window may take to answer, in milliseconds. */
  patience?: number;
  /** The present time, in Unix milliseconds. */
  now(): number;
}

/** Parses a push message; undefined: it is not a message of ours. */
export function noticeOf(text: string): Notice | undefined {
  let read: Record<string, unknown>;
  try {
    read = Object(JSON.parse(text)) as typeof read;
  } catch {
    return undefined;
  }
  const word = (key: string) => (typeof read[key] === 'string' ? read[key] : '');
  const time = (key: string) => (typeof read[key] === 'number' ? read[key] : Date.parse(word(key)) || 0);
  const notice = {
    title: word('title'),
    body: word('body'),
    tag: word('tag'),
    url: pathOf(word('url')),
    lang: word('lang'),
    at: time('at'),
    quietFrom: time('quietFrom'),
    quietTo: time('quietTo'),
  };
  return notice.title ? notice : undefined;
}

/** An address of this page without its host; "/" for any other one. */
const pathOf = (url: string) => (/^\/(?![/\\])/.test(url) ? url : '/');

/**
 * Shows a notification, unless this device is showing the page. Safari cancels the subscription of a page that shows
 * nothing for a push message, whether it is visible or not: there the notification is shown and closed immediately.
 */
export async function deliver(notice: Notice, worker: Worker): Promise<void> {
  const { registration, agent, setBadge } = worker;
  const { title, body, tag, url, lang, at, quietFrom, quietTo } = notice;
  const now = worker.now();
  const seen = (await worker.windows()).some(({ visibilityState }) => visibilityState === 'visible');
  if (seen && !mustShow(agent)) return;
  const options: Options = {
    body,
    tag,
    lang,
    data: { url },
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    renotify: false,
    silent: quietFrom <= now && now < quietTo,
  };
  await registration.showNotification(title, at ? ({ ...options, timestamp: at } as Options) : options);
  if (seen) for (const shown of await registration.getNotifications({ tag })) shown.close();
  else await setBadge?.((await registration.getNotifications()).length);
}

/** Whether a browser is WebKit, which wants a notification for each push message. */
const mustShow = (agent: string) => /AppleWebKit\//.test(agent) && !/Chrom(e|ium)\//.test(agent);

/** How long a window may take to answer, in milliseconds. Firefox opens windows for a second after a tap. */
const patience = 500;

/** Opens the address of a tapped notification: in a window of the page if there is one, else in a new one. */
export async function open(url: string, worker: Worker): Promise<void> {
  const windows = await worker.windows();
  const best =
    windows.find(({ focused }) => focused) ?? windows.find((w) => w.visibilityState === 'visible') ?? windows[0];
  if (best && (await shows(best, url, worker.patience ?? patience))) return;
  await worker.openWindow(url);
}

/** Makes a window show an address: by its page, or else by its browser, which may refuse. */
async function shows(page: PageWindow, url: string, within: number): Promise<boolean> {
  await page.focus().catch(() => undefined); // some browsers do not focus a window that is already in front
  if (await answers(page, url, within)) return true;
  return page.navigate(url).then(
    () => true,
    () => false,
  );
}

/** Asks the page in a window to show an address; false: it does not answer, as if it had not loaded this module. */
async function answers(page: PageWindow, url: string, within: number): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answered = await new Promise<boolean>((done) => {
    port1.onmessage = () => done(true);
    timer = setTimeout(() => done(false), within);
    page.postMessage({ open: url }, [port2]);
  });
  clearTimeout(timer);
  port1.close();
  return answered;
}
