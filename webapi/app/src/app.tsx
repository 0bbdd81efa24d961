import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Place } from './browser/addresses';
import { styled } from './browser/styled';
import { Header } from './components/header';
import { Later, type LaterParts, LaterProvider, type RareComponents, Rarely } from './components/later';
import { Composer, focusComposer } from './components/memos/composer';
import { MemoList } from './components/memos/list';
import { StatusLine } from './components/memos/status_line';
import { PageContext, usePage } from './components/page_context';
import { Places, placeName } from './components/places';
import { Status } from './components/status';
import type { Notices } from './messages/notices';
import { loadFamilyWords, loadWelcomeWords } from './messages/words';
import type { Page } from './page';
import type { InviteRef } from './sync/model';

/** The whole page. */
export function App({ page }: { page: Page }) {
  return (
    <Within page={page}>
      <Screen />
    </Within>
  );
}

/** The context of the components of a page. */
export function Within({ page, children }: { page: Page; children: ComponentChildren }) {
  return (
    <PageContext.Provider value={page}>
      <LaterProvider load={loadLater} loadRare={loadRare}>
        {children}
        <Status />
      </LaterProvider>
    </PageContext.Provider>
  );
}

async function loadLater(page: Page): Promise<LaterParts> {
  const [{ laterParts }, words] = await Promise.all([
    import('./later_parts'),
    loadFamilyWords(page.language),
    styled('later-css'),
  ]);
  return laterParts(page, words);
}

async function loadRare(): Promise<RareComponents> {
  const [{ rareComponents }] = await Promise.all([import('./rare_parts'), styled('rare-css')]);
  return rareComponents;
}

function Screen() {
  const { person } = usePage();
  switch (person.session.value) {
    case 'out':
      return <Out />;
    case 'away':
      return <Away />;
    case 'loading':
      return <Loading />;
    case 'in':
      return <Frame />;
  }
}

function Loading() {
  const { t } = usePage();
  return (
    <main class="centred" aria-busy="true">
      <p class="quiet">{t.loading}</p>
    </main>
  );
}

/** The page without a session; loaded only then. */
function Out() {
  const { t, language } = usePage();
  const shown = useSignal<ComponentChildren>(null);
  useEffect(() => {
    Promise.all([import('./components/account/welcome'), loadWelcomeWords(language)]).then(
      ([{ Welcome }, words]) => (shown.value = <Welcome words={words} />),
      () => (shown.value = <main class="centred">{t.partMissing}</main>),
    );
  }, []);
  return <>{shown.value ?? <Loading />}</>;
}

/** The bars around a place. */
function Frame() {
  const { places, invites, wide, list } = usePage();
  useTitle();
  useArrival();
  const at = places.place.value;
  const wanted = invites.wanted.value;
  const memos = at === 'memos';
  const opened = memos && !!places.selected.value;
  return (
    <div class={`frame at-${at}${memos && list.columns.value === 2 ? ' two' : ''}`}>
      <Header />
      <Dock />
      <Here />
      {opened && wide.value && <Beside />}
      <Places />
      {opened && !wide.value && <Over />}
      {wanted && <Asked wanted={wanted} />}
      <Later patient>{({ Keys }) => <Keys />}</Later>
    </div>
  );
}

/** The memo that is chosen, beside the list, or over the column that it is not in; it stays there while it is open. */
function Beside() {
  const { t, list, places } = usePage();
  const chosen = places.selected.value;
  const isFirst = useMemo(() => list.parts.peek()[1]?.some(({ key }) => key === chosen), [chosen, list.columns.value]);
  return (
    <aside class={isFirst ? 'detail over-first' : 'detail'} aria-label={t.openMemoHere}>
      <Later>{({ MemoDetail }) => <MemoDetail />}</Later>
    </aside>
  );
}

/** The open memo in a drawer over the list. */
function Over() {
  return (
    <Later meanwhile={(waiting, missing) => missing && <div class="missing">{waiting}</div>}>
      {({ MemoDetail }) => <MemoDetail />}
    </Later>
  );
}

/** The composer and the passing messages. The style sheet knows its height, so that it never covers the focus. */
function Dock() {
  const { t, places, notices, install, updateWaiting } = usePage();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const sized = new ResizeObserver(() => style.setProperty('--dock', `${box.current?.offsetHeight ?? 0}px`));
    sized.observe(box.current!);
    return () => sized.disconnect();
  }, []);
  const at = places.place.value;
  const writing = at === 'memos';
  return (
    <section ref={box} class="dock" aria-label={writing ? t.composer : t.notices}>
      <div class="notices">
        {(writing || at === 'trash') && <StatusLine />}
        {writing && hinted(install) && <Later patient>{({ InstallHint }) => <InstallHint />}</Later>}
        {updateWaiting.value && <Later patient>{({ Update }) => <Update />}</Later>}
        {wordsOf(notices) && <Later meanwhile={plain(wordsOf(notices)!)}>{({ Snackbar }) => <Snackbar />}</Later>}
      </div>
      {writing && <Composer />}
    </section>
  );
}

/** A message as plain text, for a page whose later part cannot be loaded. */
const plain = (words: string) => (_: ComponentChildren, missing: boolean) => missing && <p class="trouble">{words}</p>;

/** The text of a message, if there is one. */
const wordsOf = ({ trouble, facts, latest, acts }: Notices): string | undefined =>
  [trouble.value, facts.value[0], latest.shown.value, acts.bar.shown.value?.at(-1)].find((message) => message)?.text;

/** Whether to show the hint that the app can be on the home screen. */
const hinted = ({ hintDue, way }: Page['install']) => hintDue.value && way.value !== 'none';

function Here() {
  const page = usePage();
  const at = page.places.place.value;
  if (at === 'memos') return <MemoList />;
  return (
    <Rarely key={at} meanwhile={placeWaiting(at, placeName(page))}>
      {({ places: { [at]: There } }) => <There />}
    </Rarely>
  );
}

const placeWaiting = (at: Place, name: string) => (waiting: ComponentChildren, missing: boolean) => (
  <main class={`place ${at}`} id={at} tabIndex={-1} aria-label={name} aria-busy={!missing}>
    {waiting}
  </main>
);

/** The question about an invitation. */
function Asked({ wanted }: { wanted: InviteRef }) {
  return (
    <Rarely meanwhile={null}>{({ JoinDialog }) => <JoinDialog wanted={wanted} key={JSON.stringify(wanted)} />}</Rarely>
  );
}

/** Sets the title of the tab: the number of unseen things, and the current place. */
function useTitle() {
  const page = usePage();
  useSignalEffect(() => {
    const n = page.badge.count.value + page.seen.unseen.value;
    document.title = `${n > 0 ? `(${n}) ` : ''}${placeName(page)} - ${page.t.appName}`;
  });
}

/** Moves the focus to a place after navigation, so that its name is read and the keyboard continues from there. */
function useArrival() {
  const { places } = usePage();
  const at = places.place.value;
  const from = useRef(at);
  useEffect(() => {
    const main = document.querySelector('main');
    if (from.current === at) {
      if (places.toWrite) focusComposer();
    } else if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true }); // not from a field that the navigation focused
    from.current = at;
  }, [at]);
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
