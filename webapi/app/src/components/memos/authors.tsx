import type { ComponentChildren } from 'preact';
import { Avatar } from '../avatar';
import { useFamily } from '../page_context';
import { rove } from '../rove';

/** Filters by author, as a line of chips below the search of a phone. On wide screens the filter is at the side. */
export function Authors() {
  const { t, person } = useFamily();
  if ((person.me.value?.family.members.length ?? 0) < 2) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of its buttons are theirs
    <div
      class="chips"
      role="group"
      aria-label={t.byPerson}
      onPointerDown={(event) => event.preventDefault()} // otherwise the search loses the focus and closes before the click
      onClick={() => document.getElementById('search')?.blur()} // its keyboard covers the results
    >
      <People />
    </div>
  );
}

interface PeopleProps {
  /** How many memos each has written, by userId, beside the names; "" for all members. */
  counts?: ReadonlyMap<string, number>;
  /** The icon of all members. */
  everybody?: ComponentChildren;
}

/** One choice for all members and one for each, with one tab stop for all; an Echo without a person is also a member. */
export function People({ counts, everybody }: PeopleProps) {
  const { t, search, person } = useFamily();
  const { author } = search.query.value;
  const members = person.me.value?.family.members ?? [];
  const choice = (userId: string, name: string, echo = false) => (
    <button
      key={userId}
      type="button"
      class="chip"
      tabIndex={author === userId ? 0 : -1}
      aria-pressed={author === userId}
      title={counts && name}
      onClick={() => search.narrow({ author: userId })}
      onKeyDown={rove}
      data-testid="chip"
    >
      {userId ? <Avatar userId={userId} name={name} size={counts ? 'm' : 's'} /> : everybody}
      <span class="name">
        {name}
        {echo && name !== t.echo && <span class="unseen"> ({t.echo})</span>}
      </span>
      {counts?.has(userId) && <span class="n">{counts.get(userId)}</span>}
    </button>
  );
  return (
    <>
      {choice('', t.everybody)}
      {members.map((m) => choice(m.userId, m.name, m.source === 'alexa'))}
    </>
  );
}
