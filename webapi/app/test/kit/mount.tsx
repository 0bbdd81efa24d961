import '../../src/styles/index.css';
import '../../src/styles/later.css';
import '../../src/styles/rare.css';
import { type ComponentChildren, render } from 'preact';
import type { TestContext } from 'vitest';
import { Within } from '../../src/app';
import type { Browser } from '../../src/browser/browser';
import { Display } from '../../src/browser/display';
import { tabsOf } from '../../src/browser/tabs';
import { en } from '../../src/messages/en';
import { createPage, type Page } from '../../src/page';
import { Api } from '../../src/sync/api';
import { polling } from '../../src/sync/live';
import { IndexedStore } from '../../src/sync/store/indexed';
import { fetchOf, type World } from './fake_http';
import { FakeServer } from './fake_server';

/** The browser has no setImmediate, which the fake server answers by. */
Object.assign(globalThis, { setImmediate: (job: () => void) => setTimeout(job) });

/** A component that is shown on a page. */
export interface Mounted {
  page: Page;
  world: World;
}

/** Renders components on a page with a person signed in, until the test ends. */
export async function mount(t: TestContext, children: ComponentChildren, server = new FakeServer()): Promise<Mounted> {
  const world: World = { server, who: t.task.id, reachable: true, live: false, asked: [] };
  const api = new Api('en', fetchOf(world));
  const never = () => new EventSource('data:,');
  const page = createPage({
    language: 'en',
    t: en,
    api,
    store: new IndexedStore(),
    clock: () => Date.now(),
    live: { events: never, socket: never, polling },
    browser: window as Browser,
    tabs: tabsOf(t.task.id),
    display: new Display(window),
  });
  const root = document.body.appendChild(document.createElement('div'));
  t.onTestFinished(() => {
    render(null, root);
    root.remove();
    page.close();
    localStorage.clear();
    sessionStorage.clear();
  });
  render(<Within page={page}>{children}</Within>, root);
  await page.start();
  return { page, world };
}
