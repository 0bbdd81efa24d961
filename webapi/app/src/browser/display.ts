import { type Signal, signal } from '@preact/signals';
import type { Language } from '../messages/pick';
import type { Browser } from './browser';

/** The colours of the page: light, dark, or those of the device. */
export type Theme = 'auto' | 'light' | 'dark';

/** The size of the text. */
export type TextSize = 'normal' | 'large' | 'largest';

/** The storage key of the choices. */
export const displaySlot = 'display';

/** The cookie with the chosen language, for the server. */
export const languageCookie = 'lang';

/** The look of the page on this device: as stored, or else as the device prefers. */
export class Display {
  /** The chosen language; "" for that of the browser. */
  readonly language: Signal<Language | ''>;
  readonly theme: Signal<Theme>;
  readonly text: Signal<TextSize>;

  /** Whether single keys are shortcuts. */
  readonly keys: Signal<boolean>;

  constructor(browser: Pick<Browser, 'document' | 'localStorage'>) {
    const kept = read(() => JSON.parse(browser.localStorage.getItem(displaySlot) ?? '') ?? {}, {});
    const cookie = read(() => browser.document.cookie.match(/(?:^|; )lang=(\w+)/)?.[1], '');
    this.language = signal(oneOf(['ja', 'en', ''], kept.language || cookie, ''));
    this.theme = signal(oneOf(['auto', 'light', 'dark'], kept.theme, 'auto'));
    this.text = signal(oneOf(['normal', 'large', 'largest'], kept.text, 'normal'));
    this.keys = signal(kept.keys !== false);
  }

  /** Shows the colours and the size on the root of a page. */
  apply(root: HTMLElement): void {
    const theme = this.theme.peek();
    root.dataset['theme'] = theme;
    root.dataset['text'] = this.text.peek();
    for (const bar of root.ownerDocument.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
      const own = bar.dataset['theme'];
      bar.media = theme === 'auto' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
    }
  }
}

/** The stored value, if it is one of the choices. */
const oneOf = <T extends string>(choices: readonly T[], kept: unknown, otherwise: T): T =>
  choices.find((choice) => choice === kept) ?? otherwise;

/** The stored value; undefined if the storage is refused or has another form. */
function read<T>(from: () => T, nothing: T): T {
  try {
    return from();
  } catch {
    return nothing;
  }
}
