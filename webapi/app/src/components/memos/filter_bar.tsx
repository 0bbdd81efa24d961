import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Query } from '../../memos/search';
import type { Page } from '../../page';
import { Icon } from '../icon';
import { usePage } from '../page_context';
import { ListMenu } from './list_menu';

/** How long one must have stopped typing before the list follows, in milliseconds. */
const searchAfter = 150;

/** How long the count must be unchanged before it is announced, in milliseconds. */
const tellAfter = 700;

/** Looks for memos by words and by person. */
export function FilterBar() {
  const page = usePage();
  const { t, search } = page;
  const { found, narrowed } = search;
  useToldCount();
  return (
    <section class="filter" aria-label={t.search}>
      <div class="filter-row">
        <SearchBox />
        <ListMenu />
      </div>
      <People />
      {narrowed.value && (
        <p class="hint" data-testid="found">
          {found.value.problem || (!found.value.busy && countSentence(page))} {found.value.offline && t.searchedHere}
        </p>
      )}
    </section>
  );
}

function SearchBox() {
  const { t, search } = usePage();
  const { query } = search;
  const written = useSignal(query.peek().text);
  const box = useRef<HTMLInputElement>(null);
  const asked = useRef(written.peek());
  useEffect(() => {
    const timer = setTimeout(() => set(search, { text: (asked.current = written.value) }), searchAfter);
    return () => clearTimeout(timer);
  }, [written.value]);
  useSignalEffect(() => {
    const { text } = query.value; // it was changed elsewhere when it is not what was asked for here
    if (text !== asked.current) written.value = asked.current = text;
  });
  const clear = () => {
    written.value = asked.current = '';
    set(search, { text: '' });
    box.current?.focus();
  };
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        ref={box}
        type="text"
        inputMode="search"
        autoComplete="off"
        enterkeyhint="search"
        aria-label={t.search}
        placeholder={t.searchHint}
        value={written.value}
        onInput={(event) => (written.value = event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && !event.isComposing && clear()}
        data-testid="search"
      />
      {written.value && (
        <button type="button" class="icon-button" aria-label={t.clearSearch} onClick={clear} data-testid="search-clear">
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** One chip for all members and one for each; an Echo without a person is also a member. */
function People() {
  const { t, search, person } = usePage();
  const members = person.me.value?.family.members ?? [];
  if (members.length < 2) return null;
  const chip = (author: string, name: string) => (
    <button
      key={author}
      type="button"
      class="chip"
      aria-pressed={search.query.value.author === author}
      onClick={() => set(search, { author })}
      data-testid="chip"
    >
      {name}
    </button>
  );
  return (
    <div class="chips" role="group" aria-label={t.byPerson}>
      {chip('', t.everybody)}
      {members.map((m) => chip(m.userId, m.source === 'alexa' && m.name !== t.echo ? `${m.name} (${t.echo})` : m.name))}
    </div>
  );
}

function set({ query }: Page['search'], change: Partial<Query>): void {
  const next = { ...query.peek(), ...change };
  if (next.text !== query.peek().text || next.author !== query.peek().author) query.value = next;
}

function countSentence({ t, search }: Page): string {
  const { memos, more } = search.found.value;
  if (memos.length === 0) return t.nothingFound;
  return more ? t.foundMore(memos.length) : t.found(memos.length);
}

/** Announces the number of results once it is stable. */
function useToldCount(): void {
  const page = usePage();
  const { search, notices } = page;
  const { found, narrowed } = search;
  useSignalEffect(() => {
    if (!narrowed.value || found.value.busy) return;
    const sentence = countSentence(page);
    const timer = setTimeout(() => notices.say(sentence), tellAfter);
    return () => clearTimeout(timer);
  });
}
