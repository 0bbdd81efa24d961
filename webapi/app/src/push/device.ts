/** Browsers by the names in their user agent, first those whose agent also names others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/EdgA?\/|EdgiOS\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\/|AppleWebKit\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** The name of a browser in the list of devices, such as "Chrome, Android". An iPad says that it is a Mac, but it has a touch screen. */
export function deviceName(agent: string, touchPoints: number): string {
  const named = (all: typeof browsers) => all.find(([pattern]) => pattern.test(agent))?.[1];
  const system = named(systems);
  const shown = system === 'Mac' && touchPoints > 1 ? 'iPad' : system;
  return [named(browsers), shown].filter(Boolean).join(', ') || 'Browser';
}

/** The registration of a browser for notifications. */
export interface NewDevice {
  name: string;
  subscription: { endpoint: string; expirationTime: number | null; keys: Record<string, string> };
}

/** This browser, with its subscription. */
export function thisDevice(agent: string, touchPoints: number, subscription: PushSubscription): NewDevice {
  const { keys = {} } = subscription.toJSON();
  const { endpoint, expirationTime } = subscription;
  return { name: deviceName(agent, touchPoints), subscription: { endpoint, expirationTime, keys } };
}
