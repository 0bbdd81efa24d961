import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { dayWords } from '../messages/time';
import type { Page } from '../page';
import { Icon } from './icon';
import { Later } from './later';
import { usePage } from './page_context';
import { PlaceLink } from './place_link';
import { placeName } from './places';

/** The day in view, or the name of the place, with the search and the menu. On a phone the search replaces the day. */
export function Header() {
  const page = usePage();
  const { lists, places, search, wide } = page;
  const looking = useSignal(false);
  const memos = places.place.value === 'memos';
  const { text, author } = search.query.value;
  const open = wide.value || looking.value || !!(text || author);
  const first = lists.listed.value && lists.memos.value.length === 0; // an empty list has nothing to search
  return (
    <header class="top">
      {places.place.value === 'trash' && !wide.value && (
        <PlaceLink to="memos" class="icon-button back" title={page.t.placeMemos} data-testid="trash-back">
          <Icon name="chevron" />
        </PlaceLink>
      )}
      <h1 class={memos ? 'unseen' : 'title'}>{memos ? page.t.placeMemos : titleOf(page)}</h1>
      {memos && !open && (first ? <p class="title" /> : <Day />)}
      {memos && open && <Later patient>{({ SearchBox }) => <SearchBox shut={() => (looking.value = false)} />}</Later>}
      {memos && !open && !first && <SearchButton open={() => (looking.value = true)} />}
      {memos && !wide.value && <MenuButton />}
      {memos && open && !wide.value && <Later patient>{({ Authors }) => <Authors />}</Later>}
      {places.place.value === 'family' && <FamilyMenuButton />}
    </header>
  );
}

/** The family's name in the family's place, else the name of the place. */
const titleOf = (page: Page) =>
  (page.places.place.value === 'family' && page.person.me.value?.family.name) || placeName(page);

/** The day of the first memo that is visible. */
function Day() {
  const { t, language, clock, list } = usePage();
  const { title, aside } = dayWords(list.firstDay.value || clock.now.value, clock.now.value, t, language);
  return (
    <p class="title" aria-hidden="true">
      {title} <small>{aside}</small>
    </p>
  );
}

function SearchButton({ open }: { open: () => void }) {
  const { t } = usePage();
  return (
    <button
      type="button"
      class="icon-button"
      id="search-open"
      aria-label={t.search}
      onClick={open}
      data-testid="search-open"
    >
      <Icon name="search" />
    </button>
  );
}

/** The menu of the family. */
function FamilyMenuButton() {
  const { t, familyMenu } = usePage();
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={t.menu}
      aria-haspopup="dialog"
      onClick={() => (familyMenu.value = true)}
      data-testid="family-menu"
    >
      <Icon name="more" />
    </button>
  );
}

/** The rarer actions, which wide screens have at the side. */
function MenuButton() {
  const { t } = usePage();
  const open = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const shut = (focus: boolean) => {
    open.value = false;
    if (focus) button.current?.focus();
  };
  return (
    <>
      <button
        type="button"
        class="icon-button"
        ref={button}
        aria-label={t.menu}
        aria-haspopup="menu"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
        data-testid="menu-open"
      >
        <Icon name="more" />
      </button>
      {open.value && (
        <Later meanwhile={(waiting) => <div class="menu">{waiting}</div>}>{({ Menu }) => <Menu shut={shut} />}</Later>
      )}
    </>
  );
}
