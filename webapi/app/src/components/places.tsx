import type { Place } from '../browser/places';
import { Icon, type IconName } from './icon';
import { Later } from './later';
import { usePage } from './page_context';
import { PlaceLink } from './place_link';

/** The places: below the thumb on a phone; at the side of a wide screen, with the members and the rarer ways. */
export function Places() {
  const { t, wide } = usePage();
  const places: [Place, string, IconName][] = [
    ['memos', t.placeMemos, 'memo'],
    ['family', t.placeFamily, 'people'],
  ];
  return (
    <nav class="places" aria-label={t.places}>
      {wide.value && (
        <p class="brand" aria-hidden="true">
          <Later patient>{({ Brand }) => <Brand />}</Later>
        </p>
      )}
      <div>
        {places.map(([to, name, icon]) => (
          <PlaceLink key={to} to={to} title={wide.value ? name : undefined} data-testid={`nav-${to}`}>
            <Icon name={icon} />
            <span class="name">{name}</span>
            {to === 'family' && <News />}
          </PlaceLink>
        ))}
      </div>
      {wide.value && <Later patient>{({ Rail }) => <Rail />}</Later>}
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
