import { t } from '../messages/words';
import { me, place } from '../sync/lists';
import { Avatar } from './avatar';
import { PlaceLink } from './place_link';

/** How many seals fit beside the family's name. */
const shown = 3;

/** Where one is, and whose memos these are. */
export function Header() {
  return (
    <header class="top">
      <h1>{placeName()}</h1>
      {place.value !== 'family' && <FamilyLink />}
    </header>
  );
}

/** The name of the place one is at. */
export function placeName(): string {
  return { memos: t.placeMemos, trash: t.placeTrash, family: t.placeFamily }[place.value];
}

function FamilyLink() {
  const family = me.value?.family;
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
