import type { Place } from '../browser/places';
import { Icon, type IconName, Mark } from './icon';
import { usePage } from './page_context';
import { PlaceLink } from './place_link';

/** The three places: below the thumb on a phone, at the side of a tablet. */
export function Places() {
  const { t } = usePage();
  const places: [Place, string, IconName][] = [
    ['memos', t.placeMemos, 'memo'],
    ['trash', t.placeTrash, 'trash'],
    ['family', t.placeFamily, 'people'],
  ];
  return (
    <nav class="places" aria-label={t.places}>
      <p class="brand" aria-hidden="true">
        <Mark />
        {t.appName}
      </p>
      {places.map(([to, name, icon]) => (
        <PlaceLink key={to} to={to} data-testid={`nav-${to}`}>
          <Icon name={icon} />
          <span>{name}</span>
          {to === 'family' && <News />}
        </PlaceLink>
      ))}
    </nav>
  );
}

/** How much of the family waits to be looked at or answered. */
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
