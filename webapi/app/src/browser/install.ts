import { computed, signal } from '@preact/signals';
import type { Browser } from './browser';
import { type InstallWay, installWay } from './install_way';

/** Chromium's install prompt; not a standard yet. */
interface InstallQuestion extends Event {
  prompt(): Promise<unknown>;
}

const slot = 'installHint';

/** How this device can put the app on its home screen, and whether to suggest it. */
export class Install {
  private readonly question = signal<InstallQuestion | null>(null);
  private readonly installed = signal(false);

  readonly way = computed<InstallWay>(() =>
    installWay({
      installed: this.installed.value,
      askable: this.question.value !== null,
      agent: this.browser.navigator.userAgent,
      touchPoints: this.browser.navigator.maxTouchPoints,
    }),
  );

  /** Whether the hint has not been shown on this device. */
  readonly hintDue = signal(false);

  constructor(
    private readonly browser: Browser,
    ended: AbortSignal,
  ) {
    this.installed.value = browser.matchMedia('(display-mode: standalone)').matches;
    this.hintDue.value = this.stillDue();
    const hear = (kind: string, heard: (event: Event) => void) =>
      browser.addEventListener(kind, heard, { signal: ended });
    hear('beforeinstallprompt', (event) => {
      event.preventDefault(); // the browser would show its banner at a time that it chooses
      this.question.value = event as InstallQuestion;
    });
    hear('appinstalled', () => {
      this.installed.value = true;
      this.hintDone();
    });
  }

  /** Shows the browser's install prompt; it can be shown once. */
  async ask(): Promise<void> {
    const asked = this.question.value;
    this.question.value = null;
    await asked?.prompt();
  }

  /** Never shows the hint on this device again. */
  hintDone(): void {
    this.hintDue.value = false;
    try {
      this.browser.localStorage.setItem(slot, 'done');
    } catch {
      // without storage the next page shows the hint again
    }
  }

  private stillDue(): boolean {
    try {
      return this.browser.localStorage.getItem(slot) === null;
    } catch {
      return false;
    }
  }
}
