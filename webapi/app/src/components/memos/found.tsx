import { useSignalEffect } from '@preact/signals';
import { type FamilyPage, useFamily } from '../page_context';

/** How long the count must be unchanged before it is announced, in milliseconds. */
const tellAfter = 700;

/** The number of results, shown, and announced when it is stable. */
export function Found() {
  const page = useFamily();
  const { t, search, notices } = page;
  const { found, narrowed } = search;
  useSignalEffect(() => {
    if (!narrowed.value || found.value.busy) return;
    const sentence = countSentence(page);
    const timer = setTimeout(() => notices.say(sentence), tellAfter);
    return () => clearTimeout(timer);
  });
  const { memos, busy, problem, offline } = found.value;
  const none = !busy && memos.length === 0; // the empty list says so
  if (!narrowed.value || (none && !problem && !offline)) return null;
  return (
    <p class="hint found" data-testid="found">
      {problem || (!busy && !none && countSentence(page))} {offline && t.searchedHere}
    </p>
  );
}

function countSentence({ t, search }: Pick<FamilyPage, 't' | 'search'>): string {
  const { memos, more } = search.found.value;
  if (memos.length === 0) return t.nothingFound;
  return more ? t.foundMore(memos.length) : t.found(memos.length);
}
