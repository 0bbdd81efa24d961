import type { ComponentChildren } from 'preact';
import type { Place } from '../browser/addresses';
import { addressOf } from '../browser/places';
import { usePage } from './page_context';

interface PlaceLinkProps {
  to: Place;
  class?: string;
  title?: string | undefined;
  role?: 'menuitem';
  tabIndex?: number;
  /** Called after the place has changed. */
  went?: () => void;
  children: ComponentChildren;
  'data-testid'?: string;
}

/** A link to a place: it changes the view without a load, and opens in a new tab like any link. */
export function PlaceLink({ to, children, went, ...rest }: PlaceLinkProps) {
  const { places } = usePage();
  return (
    <a
      href={addressOf(to)}
      aria-current={places.place.value === to ? 'page' : undefined}
      onClick={(event) => plain(event) && (event.preventDefault(), places.goTo(to), went?.())}
      {...rest}
    >
      {children}
    </a>
  );
}

function plain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
