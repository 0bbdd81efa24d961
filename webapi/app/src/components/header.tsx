import type { Page } from '../page';
import { Avatar } from './avatar';
import { usePage } from './page_context';
import { PlaceLink } from './place_link';

/** How many seals fit beside the family's name. */
const shown = 3;

/** Where one is, and whose memos these are. */
export function Header() {
  const page = usePage();
  return (
    <header class="top">
      <h1>{placeName(page)}</h1>
      {page.places.place.value !== 'family' && <FamilyLink />}
    </header>
  );
}

/** The name of the current place. */
export function placeName({ t, places }: Pick<Page, 't' | 'places'>): string {
  return { memos: t.placeMemos, trash: t.placeTrash, family: t.placeFamily }[places.place.value];
}

function FamilyLink() {
  const { t, person } = usePage();
  const family = person.me.value?.family;
  if (!family) return null;
  return (
    <PlaceLink to="family" class="family-button" data-testid="family-open">
      <span class="family-name">{family.name}</span>
      <span class="unseen">{t.members(family.members.length)}</span>
      <span class="seals" aria-hidden="true">
        {family.members.slice(0, shown).map((m) => (
          <Avatar key={m.userId} userId={m.userId} name={m.name} />
        ))}
        {family.members.length > shown && <span class="seal">+{family.members.length - shown}</span>}
      </span>
    </PlaceLink>
  );
}
