import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { InviteRef } from './sync/api';
import { familyBadge } from './family/badge';
import { t } from './messages/words';
import { look } from './account/session';
import { place, session, wanted } from './sync/lists';
import { wide } from './browser/wide';
import { Composer, focusComposer } from './components/memos/composer';
import { Header, placeName } from './components/header';
import { InstallHint } from './components/install';
import { Later } from './components/family/later';
import { MemoDetail } from './components/memos/detail';
import { MemoList } from './components/memos/list';
import { Places } from './components/places';
import { Snackbar } from './components/snackbar';
import { Status } from './components/status';
import { TrashPlace } from './components/memos/trash_place';
import { Update } from './components/update';
import { Welcome } from './components/account/welcome';

/** The whole page. */
export function App() {
  return (
    <>
      <Screen />
      <Status />
    </>
  );
}

function Screen() {
  switch (session.value) {
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

/** Whether the page was opened to write a memo: from another app, or by the shortcut of the icon. */
const toWrite = location.pathname === '/share';

/** The bars around a place. */
function Frame() {
  useTitle();
  useEffect(() => {
    if (toWrite) focusComposer();
  }, []);
  const at = place.value;
  return (
    <div class={`frame at-${at}`}>
      {at === 'memos' && (
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
      {wanted.value && <Asked wanted={wanted.value} />}
    </div>
  );
}

/** What stands at the bottom. Its height is told to the style sheet, so that it never covers what has the focus. */
function Dock() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const sized = new ResizeObserver(() => style.setProperty('--dock', `${box.current?.offsetHeight ?? 0}px`));
    sized.observe(box.current!);
    return () => sized.disconnect();
  }, []);
  const writing = place.value === 'memos';
  return (
    <section ref={box} class="dock" aria-label={writing ? t.composer : t.notices}>
      {writing && <InstallHint />}
      <Update />
      <Snackbar />
      {writing && <Composer />}
    </section>
  );
}

function Here() {
  switch (place.value) {
    case 'memos':
      return <MemoList />;
    case 'trash':
      return <TrashPlace />;
    case 'family':
      return <Later meanwhile={FamilyLoading}>{({ FamilyPlace }) => <FamilyPlace />}</Later>;
  }
}

function FamilyLoading(missing: boolean) {
  return (
    <main class="place family" id="family" tabIndex={-1} aria-label={t.placeFamily} aria-busy={!missing}>
      <p class="quiet centre">{missing ? t.partMissing : t.loading}</p>
      {missing && (
        <button type="button" class="button" onClick={() => location.reload()}>
          {t.reload}
        </button>
      )}
    </main>
  );
}

/** The question about an invitation. */
function Asked({ wanted }: { wanted: InviteRef }) {
  return <Later meanwhile={() => null}>{({ JoinDialog }) => <JoinDialog wanted={wanted} key={JSON.stringify(wanted)} />}</Later>;
}

/** The title of the tab says where one is, and how much is new in the family. */
function useTitle() {
  useSignalEffect(() => {
    const n = familyBadge.value;
    document.title = `${n > 0 ? `(${n}) ` : ''}${placeName()} - ${t.appName}`;
  });
}

function Away() {
  return (
    <main class="centred">
      <h1>{t.away}</h1>
      <p class="quiet">{t.awayHint}</p>
      <button type="button" class="button" onClick={() => void look(true)}>
        {t.tryAgain}
      </button>
    </main>
  );
}
