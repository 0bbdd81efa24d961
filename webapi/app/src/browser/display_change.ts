import type { Language } from '../messages/pick';
import type { Browser } from './browser';
import { type Display, displaySlot, languageCookie } from './display';

/** The lifetime of the language cookie, in seconds: a year. */
const maxAge = 31_536_000;

/** Applies a choice, and stores it on this device; where storage is refused, it holds for this visit. */
export function keepDisplay(display: Display, browser: Browser): void {
  const { language, theme, text, keys } = display;
  display.apply(browser.document.documentElement);
  const kept = { language: language.value, theme: theme.value, text: text.value, keys: keys.value };
  try {
    browser.localStorage.setItem(displaySlot, JSON.stringify(kept));
  } catch {
    // it holds for this visit
  }
}

/** Reloads the page in a language, "" for that of the browser; a cookie has it for the server. */
export function speakIn(language: Language | '', display: Display, browser: Browser): void {
  const { document, location } = browser;
  display.language.value = language;
  keepDisplay(display, browser);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = language ? maxAge : 0;
  document.cookie = `${languageCookie}=${language}; Path=/; SameSite=Lax; Max-Age=${age}${secure}`;
  location.reload();
}
