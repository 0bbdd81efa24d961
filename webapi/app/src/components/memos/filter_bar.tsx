import type { ComponentChildren } from 'preact';
import { Avatar } from '../avatar';
import { usePage } from '../page_context';
import { rove } from '../rove';
import { useSyncState } from './status_line';

/** How many members there are where choosing one of them is worth a line. */
const chipsFrom = 3;

/** Whose memos are shown, as a line of chips that scrolls away. On wide screens it is at the side. */
export function FilterBar() {
  const { t, search, person, wide } = usePage();
  const sync = useSyncState();
  const members = person.me.value?.family.members ?? [];
  const chosen = !!search.query.value.author;
  const offline = sync.value.is === 'offline' || sync.value.is === 'held'; // the status line is there instead
  if (wide.value || (!chosen && (members.length < chipsFrom || offline))) return null;
  return (
    <div class="chips" role="group" aria-label={t.byPerson}>
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
  const { t, search, person } = usePage();
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
