import { render } from 'preact';
import { App } from './components/app';
import { language, t } from './language';
import { start } from './session';
import { keepShell } from './worker';

document.documentElement.lang = language;
document.title = t.appName;
const root = document.getElementById('app');
if (root) {
  root.replaceChildren();
  render(<App />, root);
}
void start();
void keepShell();
