import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Place } from './browser/places';
import { Welcome } from './components/account/welcome';
import { Header, placeName } from './components/header';
import { Later, type LaterParts, LaterProvider } from './components/later';
import { Composer, focusComposer } from './components/memos/composer';
import { MemoDetail } from './components/memos/detail';
import { MemoList } from './components/memos/list';
import { PageContext, usePage } from './components/page_context';
import { Places } from './components/places';
import { Snackbar } from './components/snackbar';
import { Status } from './components/status';
import { Update } from './components/update';
import { loadFamilyWords } from './messages/words';
import type { Page } from './page';
import type { InviteRef } from './sync/model';

/** The whole page. */
export function App({ page }: { page: Page }) {
  return (
    <PageContext.Provider value={page}>
      <LaterProvider load={loadLater}>
        <Screen />
        <Status />
      </LaterProvider>
    </PageContext.Provider>
  );
}

async function loadLater(page: Page): Promise<LaterParts> {
  const [{ laterParts }, words] = await Promise.all([import('./later_parts'), loadFamilyWords(page.language)]);
  return laterParts(page, words);
}

function Screen() {
  const { t, person } = usePage();
  switch (person.session.value) {
    case 'out':
      return <Welcome />;
    case 'away':
      return <Away />;
    case 'loading':
      return (
        <main class="centred" aria-busy="true">
          <p class="quiet">{t.loading}</p>
        </main>
      );
    case 'in':
      return <Frame />;
  }
}

/** The bars around a place. */
function Frame() {
  const { t, places, invites, wide } = usePage();
  useTitle();
  useEffect(() => {
    if (places.toWrite) focusComposer();
  }, []);
  const at = places.place.value;
  const wanted = invites.wanted.value;
  return (
    <div class={`frame at-${at}`}>
      {at === 'memos' && (
        // biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page, without an entry in the history
        <a class="skip" href="#composer" onClick={(event) => (event.preventDefault(), focusComposer())}>
          {t.skip}
        </a>
      )}
      <Header />
      <Places />
      <Here />
      <Dock />
      {at === 'memos' && wide.value && (
        <aside class="detail" aria-label={t.openMemoHere}>
          <MemoDetail />
        </aside>
      )}
      {wanted && <Asked wanted={wanted} />}
    </div>
  );
}

/** What stands at the bottom. Its height is told to the style sheet, so that it never covers what has the focus. */
function Dock() {
  const { t, places, install } = usePage();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const sized = new ResizeObserver(() => style.setProperty('--dock', `${box.current?.offsetHeight ?? 0}px`));
    sized.observe(box.current!);
    return () => sized.disconnect();
  }, []);
  const writing = places.place.value === 'memos';
  return (
    <section ref={box} class="dock" aria-label={writing ? t.composer : t.notices}>
      {writing && hinted(install) && <Later patient>{({ InstallHint }) => <InstallHint />}</Later>}
      <Update />
      <Snackbar />
      {writing && <Composer />}
    </section>
  );
}

/** Whether the hint is due that the app can be on the home screen. */
const hinted = ({ hintDue, way }: Page['install']) => hintDue.value && way.value !== 'none';

function Here() {
  const { t, places } = usePage();
  const at = places.place.value;
  switch (at) {
    case 'memos':
      return <MemoList />;
    case 'trash':
      return (
        <Later key={at} meanwhile={placeWaiting(at, t.trash)}>
          {({ TrashPlace }) => <TrashPlace />}
        </Later>
      );
    case 'family':
      return (
        <Later key={at} meanwhile={placeWaiting(at, t.placeFamily)}>
          {({ FamilyPlace }) => <FamilyPlace />}
        </Later>
      );
  }
}

const placeWaiting = (at: Place, name: string) => (waiting: ComponentChildren, missing: boolean) => (
  <main class={`place ${at}`} id={at} tabIndex={-1} aria-label={name} aria-busy={!missing}>
    {waiting}
  </main>
);

/** The question about an invitation. */
function Asked({ wanted }: { wanted: InviteRef }) {
  return (
    <Later meanwhile={null}>{({ JoinDialog }) => <JoinDialog wanted={wanted} key={JSON.stringify(wanted)} />}</Later>
  );
}

/** Sets the title of the tab: the number of changes of the family, and the current place. */
function useTitle() {
  const page = usePage();
  useSignalEffect(() => {
    const n = page.badge.count.value;
    document.title = `${n > 0 ? `(${n}) ` : ''}${placeName(page)} - ${page.t.appName}`;
  });
}

function Away() {
  const { t, session } = usePage();
  return (
    <main class="centred">
      <h1>{t.away}</h1>
      <p class="quiet">{t.awayHint}</p>
      <button type="button" class="button" onClick={() => void session.look(true)}>
        {t.tryAgain}
      </button>
    </main>
  );
}
