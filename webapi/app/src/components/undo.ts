import { briefly } from '../messages/text';
import type { FamilyPage } from './page_context';

/** The text of a button that undoes the person's newest act; undefined if there is none. */
export function undoWords({ t, notices }: Pick<FamilyPage, 't' | 'notices'>): string | undefined {
  const { way, what } = notices.acts.newest() ?? {};
  return way ?? (what === undefined ? undefined : t.undoOf(briefly(what)));
}

/**
 * Undoes the person's newest act; reports whether there was one. The result is announced, and also shown
 * unless the bar had just named it. byKeys: the focus goes to the row of the memo.
 */
export function takeBack({ t, notices, memos, lists, list, cursor, places }: FamilyPage, byKeys: boolean): boolean {
  const act = notices.acts.newest();
  const named = notices.acts.bar.shown.peek()?.includes(act!);
  notices.acts.pop();
  if (!act) return false;
  const came = act.back() !== false;
  if (act.what === undefined) return true; // it announces itself
  const what = briefly(act.what);
  if (!came) notices.news(t.notUndone(briefly(memos.find(act.memoId ?? '')?.content ?? act.what)));
  else if (named) notices.say(t.undone(what));
  else notices.news(t.undone(what));
  if (!byKeys || places.place.peek() !== 'memos' || !act.memoId) return true;
  const id = memos.box.idOf(act.memoId);
  const memo = lists.memos.peek().find((m) => m.id === id);
  if (memo) list.show(memo);
  setTimeout(() => (cursor.goTo(id), cursor.focus())); // when it is there
  return true;
}
