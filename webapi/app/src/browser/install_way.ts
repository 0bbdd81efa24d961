/** ask: the page can prompt; menu: only the person can, in the share menu of iOS; none: installed, or not possible. */
export type InstallWay = 'ask' | 'menu' | 'none';

interface Device {
  installed: boolean;
  /** Whether the browser offers a prompt. */
  askable: boolean;
  agent: string;
  touchPoints: number;
}

/** How a device can put the app on its home screen. An iPad identifies itself as a Mac, but has a touch screen. */
export function installWay({ installed, askable, agent, touchPoints }: Device): InstallWay {
  if (installed) return 'none';
  if (askable) return 'ask';
  return /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && touchPoints > 1) ? 'menu' : 'none';
}
