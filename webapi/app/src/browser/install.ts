import { computed, signal } from '@preact/signals';
import { installWay, type InstallWay } from './install_way';

/** The browser's own question, as Chromium hands it over; not a standard yet. */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>;
}

const question = signal<InstallQuestion | null>(null);
const installed = signal(matchMedia('(display-mode: standalone)').matches);

/** How this device can keep the app on its home screen. */
export const way = computed<InstallWay>(() => installWay({
  installed: installed.value,
  askable: question.value !== null,
  agent: navigator.userAgent,
  touchPoints: navigator.maxTouchPoints,
}));

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault(); // the browser's own banner would come at a time of its own
  question.value = event as InstallQuestion;
});
addEventListener('appinstalled', () => {
  installed.value = true;
  hintDone();
});

/** Has the browser ask; it can do so once. */
export async function install(): Promise<void> {
  const asked = question.value;
  question.value = null;
  await asked?.prompt();
}

const slot = 'installHint';

/** Whether the hint has not been shown on this device. */
export const hintDue = signal(stillDue());

/** Does not show the hint again on this device. */
export function hintDone(): void {
  hintDue.value = false;
  try {
    localStorage.setItem(slot, 'done');
  } catch {
    // without storage the hint comes back with the next page
  }
}

function stillDue(): boolean {
  try {
    return localStorage.getItem(slot) === null;
  } catch {
    return false;
  }
}
