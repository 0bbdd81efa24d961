import { render } from 'preact';
import { App } from './app';
import type { Browser } from './browser/browser';
import { Display } from './browser/display';
import { tabsOf } from './browser/tabs';
import { keepShell } from './browser/worker';
import { pickLanguage } from './messages/pick';
import { loadWords } from './messages/words';
import { createPage } from './page';
import { Api } from './sync/api';
import { withEarly } from './sync/early';
import { polling, Way } from './sync/live';
import { IndexedStore } from './sync/store/indexed';

const display = new Display(window);
display.apply(document.documentElement);
const language = display.language.peek() || pickLanguage(navigator.languages ?? []);
const t = await loadWords(language);
window.early ??= new Map(); // the first script, if it is loaded later, requests nothing
const page = createPage({
  language,
  t,
  api: new Api(language, withEarly(window.early)),
  store: new IndexedStore(),
  clock: () => Date.now(),
  live: {
    events: () => new EventSource('/api/events'),
    socket: (needs, again) => {
      const way = new Way();
      const connect = (url: string, protocols: string[]) => new WebSocket(url, protocols);
      import('./sync/socket').then(
        ({ talk, ticketFor }) => talk(way, ticketFor(needs, again), connect),
        () => way.lose(),
      );
      return way;
    },
    polling,
  },
  browser: window as Browser,
  tabs: tabsOf('voicememo'),
  display,
});

document.documentElement.lang = language;
document.title = t.appName;
const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  render(<App page={page} />, root);
}
void page.start();
void keepShell(page.updateWaiting);
