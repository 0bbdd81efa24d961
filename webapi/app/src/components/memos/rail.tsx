import { useComputed } from '@preact/signals';
import { hasKeyboard } from '../growing';
import { Icon, Mark } from '../icon';
import { LaterIcon } from '../later_icon';
import { useFamily } from '../page_context';
import { PlaceLink } from '../place_link';
import { takeBack, undoWords } from '../undo';
import { People } from './authors';
import { waysOut } from './take_out';

/** The name of the app, above the places of a wide screen. The places leave room for it. */
export function Brand() {
  const { t } = useFamily();
  return (
    <>
      <Mark />
      {t.appName}
    </>
  );
}

/** The members and the rarer actions, below the places of a wide screen. */
export function Rail() {
  const page = useFamily();
  const { t, places, shortcuts } = page;
  const undo = undoWords(page);
  return (
    <>
      {places.place.value === 'memos' && <Writers />}
      <div class="push">
        {undo && (
          <button type="button" title={undo} onClick={() => takeBack(page, false)} data-testid="menu-undo">
            <LaterIcon name="back" />
            <span class="name">{t.undo}</span>
          </button>
        )}
        {waysOut(page).map(({ name, icon, word, run }) => (
          <button type="button" key={name} title={word} onClick={run} data-testid={`list-${name}`}>
            {icon}
            <span class="name">{word}</span>
          </button>
        ))}
        <PlaceLink to="trash" title={t.placeTrash} data-testid="nav-trash">
          <Icon name="trash" />
          <span class="name">{t.placeTrash}</span>
        </PlaceLink>
        {hasKeyboard() && (
          <button
            type="button"
            title={t.shortcuts}
            onClick={() => (shortcuts.value = true)}
            data-testid="shortcuts-open"
          >
            <span class="key-hint" aria-hidden="true">
              ?
            </span>
            <span class="name">{t.shortcuts}</span>
          </button>
        )}
      </div>
    </>
  );
}

/** The filter by author, with the number of memos of each if all memos are loaded. */
function Writers() {
  const { t, lists, person } = useFamily();
  const counts = useComputed(() => {
    const numbers = new Map([['', lists.memos.value.length]]);
    for (const { userId } of lists.memos.value) numbers.set(userId, (numbers.get(userId) ?? 0) + 1);
    return numbers;
  });
  if ((person.me.value?.family.members.length ?? 0) < 2) return null;
  return (
    <div role="group" aria-labelledby="writers">
      <h2 id="writers">{t.byPerson}</h2>
      <div>
        <People counts={lists.hasMore.value ? new Map() : counts.value} everybody={<LaterIcon name="everybody" />} />
      </div>
    </div>
  );
}
