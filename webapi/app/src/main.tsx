import { render } from 'preact';
import { App } from './app';
import { language, t } from './messages/words';
import { start } from './account/session';
import { keepShell } from './browser/worker';

document.documentElement.lang = language;
document.title = t.appName;
const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
void start();
void keepShell();
