import type { Place } from '../browser/addresses';
import type { Messages } from '../messages';
import type { Page } from '../page';
import { Avatar } from './avatar';
import { Icon, type IconName } from './icon';
import { Later } from './later';
import { usePage } from './page_context';
import { PlaceLink } from './place_link';

/** The label and icon of a place; "self" is the person's own seal. The trash is in the menu. */
const looks: Record<Place, { name: (t: Messages) => string; icon?: IconName | 'self' }> = {
  memos: { name: (t) => t.placeMemos, icon: 'memo' },
  family: { name: (t) => t.placeFamily, icon: 'people' },
  you: { name: (t) => t.placeYou, icon: 'self' },
  trash: { name: (t) => t.placeTrash },
};

/** Returns the name of the current place. */
export const placeName = ({ t, places }: Pick<Page, 't' | 'places'>): string => looks[places.place.value].name(t);

/** The links to the places: at the bottom of a phone; at the side of a wide screen, with other actions. */
export function Places() {
  const { t, wide } = usePage();
  return (
    <nav class="places" aria-label={t.places}>
      {wide.value && (
        <p class="brand" aria-hidden="true">
          <Later patient>{({ Brand }) => <Brand />}</Later>
        </p>
      )}
      <div>
        {(Object.keys(looks) as Place[]).map((to) => {
          const { name, icon } = looks[to];
          if (!icon) return null;
          return (
            <PlaceLink key={to} to={to} title={wide.value ? name(t) : undefined} data-testid={`nav-${to}`}>
              {icon === 'self' ? <Self /> : <Icon name={icon} />}
              <span class="name">{name(t)}</span>
              {to === 'family' && <News />}
            </PlaceLink>
          );
        })}
      </div>
      {wide.value && <Later patient>{({ Rail }) => <Rail />}</Later>}
    </nav>
  );
}

/** The seal of the person who is signed in. */
function Self() {
  const user = usePage().person.me.value?.user;
  return user ? <Avatar userId={user.userId} name={user.name} size="m" /> : null;
}

/** How many changes and requests of the family wait for the person. */
function News() {
  const { t, badge } = usePage();
  const n = badge.count.value;
  if (n === 0) return null;
  return (
    <span class="badge" data-testid="badge">
      {n} <span class="unseen">{t.news}</span>
    </span>
  );
}
