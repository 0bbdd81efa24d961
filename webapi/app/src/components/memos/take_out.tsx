import type { ComponentChildren } from 'preact';
import { copyText } from '../../browser/clipboard';
import { listAsText } from '../../memos/as_text';
import { LaterIcon } from '../later_icon';
import type { FamilyPage } from '../page_context';

/** A way to copy, print or share the list. */
interface Way {
  name: string;
  icon: ComponentChildren;
  word: string;
  run: () => void;
}

/** Copies, shares or prints the whole list, beyond the loaded memos. */
export function waysOut(page: FamilyPage): Way[] {
  const { t, places, lists } = page;
  if (places.place.value !== 'memos' || lists.memos.value.length === 0) return [];
  const ways = [
    { name: 'copy', icon: <LaterIcon name="copy" />, word: t.copyList, run: () => void copy(page) },
    { name: 'print', icon: <LaterIcon name="print" />, word: t.printList, run: () => void print(page) },
  ];
  if ('share' in page.browser.navigator)
    ways.push({ name: 'share', icon: <LaterIcon name="share" />, word: t.shareList, run: () => void share(page) });
  return ways;
}

async function copy(page: FamilyPage): Promise<void> {
  const { t, notices, search } = page;
  const whole = loadAll(page);
  const text = whole.then(() => textOf(page));
  if (!(await copyText(search.found.peek().more ? text : textOf(page)))) return void notices.error(t.notCopied);
  tell(page, await whole, t.listCopied);
}

async function print(page: FamilyPage): Promise<void> {
  tell(page, await loadAll(page));
  dispatchEvent(new Event('beforeprint')); // the browser's own event comes too late for a render
  setTimeout(() => page.browser.print());
}

async function share(page: FamilyPage): Promise<void> {
  const { t, notices, browser } = page;
  tell(page, await loadAll(page));
  try {
    await browser.navigator.share({ text: textOf(page) });
  } catch (e) {
    if ((e as Error).name === 'NotAllowedError') notices.news(t.shareAgain); // the press was too long ago
  }
}

/** Says how many memos were taken, and whether some could not be loaded. */
function tell({ t, notices, search }: FamilyPage, whole: boolean, taken?: (n: number) => string): void {
  const n = search.shown.peek().length;
  if (!whole) notices.error(t.listPart(n));
  else if (taken) notices.news(taken(n));
}

/** Loads the rest of the list; returns whether it has all. */
async function loadAll({ search, sync, notices, t }: FamilyPage): Promise<boolean> {
  const loaded = () => search.found.peek().memos.length;
  if (search.found.peek().more) notices.news(t.listLoading);
  for (let before = -1; search.found.peek().more && before < loaded(); ) {
    before = loaded();
    await (search.narrowed.peek() ? search.more() : sync.loadMore());
  }
  const { more, offline, problem } = search.found.peek();
  return !more && !offline && !problem;
}

function textOf({ t, language, clock, search }: FamilyPage): string {
  return listAsText(search.shown.peek(), { t, language, now: clock.now.value });
}
