import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { type ComponentChildren, type ComponentType, createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Place } from '../browser/addresses';
import type { Line } from '../memos/pasted';
import type { Page } from '../page';
import type { Change, ListedMemo } from '../sync/changes';
import type { InviteRef } from '../sync/model';
import type { ListView } from './list_view';
import { FamilyContext, type FamilyPart, usePage } from './page_context';

/** The components that are not needed before the list is shown, and are loaded soon after it. */
interface Components {
  Authors: ComponentType;
  Brand: ComponentType;
  Found: ComponentType;
  InstallHint: ComponentType;
  Keys: ComponentType;
  Linked: ComponentType<{ text: string; reached: boolean }>;
  ListEnd: ComponentType;
  ListView: typeof ListView;
  MemoDetail: ComponentType;
  Menu: ComponentType<{ shut: (focus: boolean) => void }>;
  Mic: ComponentType;
  NotAdmitted: ComponentType;
  Pasted: ComponentType<{ add: (text: string | readonly Line[]) => void; keep: () => void }>;
  Rail: ComponentType;
  RowReach: ComponentType<{ memo: ListedMemo; by: PointerEvent; end: () => void }>;
  SearchBox: ComponentType<{ shut: () => void }>;
  Snackbar: ComponentType;
  Update: ComponentType;
}

/** The components that few visits need. They are loaded on first use; the service worker caches them. */
export interface RareComponents {
  JoinDialog: ComponentType<{ wanted: InviteRef }>;
  Shortcuts: ComponentType<{ close: () => void }>;
  Unsettled: ComponentType<{ memo: ListedMemo; change: Change }>;
  /** The places other than the memos. */
  places: Record<Exclude<Place, 'memos'>, ComponentType>;
}

/** The components loaded after the list, and their dependencies. */
export interface LaterParts extends FamilyPart {
  components: Components;
}

/** The loaded parts. missing: some could not be loaded when a component needed them. */
interface Loading {
  parts: Signal<LaterParts | null>;
  rare: Signal<RareComponents | null>;
  missing: Signal<boolean>;
  load(): Promise<void>;
  loadRare(): Promise<void>;
}

const LoadingContext = createContext<Loading | null>(null);

/** How long after the list is shown the parts are loaded, in milliseconds. After that they need no server. */
const ahead = 500;

interface ProviderProps {
  load: (page: Page) => Promise<LaterParts>;
  loadRare: () => Promise<RareComponents>;
  children: ComponentChildren;
}

/** Loads the parts once, after the list or when a component needs them, and holds them. */
export function LaterProvider({ load, loadRare, children }: ProviderProps) {
  const page = usePage();
  const later = useOnce(() => load(page));
  const rare = useOnce(loadRare);
  const missing = useSignal(false);
  useSignalEffect(() => {
    if (!page.lists.listed.value || !page.connection.connected.value) return;
    const timer = setTimeout(() => void later.load().catch(() => undefined), ahead); // a component that needs them shows the failure
    return () => clearTimeout(timer);
  });
  useSignalEffect(() => {
    if (later.loaded.value && !page.browser.navigator.serviceWorker) void rare.load().catch(() => undefined); // no worker caches it
  });
  const loading: Loading = {
    parts: later.loaded,
    rare: rare.loaded,
    missing,
    load: later.load,
    loadRare: () => Promise.all([later.load(), rare.load()]).then(() => undefined),
  };
  return <LoadingContext.Provider value={loading}>{children}</LoadingContext.Provider>;
}

/** Loads a part once, again only after a failure, and holds it. */
function useOnce<T>(get: () => Promise<T>): { loaded: Signal<T | null>; load: () => Promise<void> } {
  const loaded = useSignal<T | null>(null);
  const loading = useRef<Promise<void> | undefined>(undefined);
  const load = () => {
    loading.current ??= get().then(
      (value) => void (loaded.value = value),
      (e) => {
        loading.current = undefined;
        throw e;
      },
    );
    return loading.current;
  };
  return { loaded, load };
}

/** Returns the components if they are loaded, and does not load them. */
export function useLoaded(): Components | undefined {
  return useContext(LoadingContext)!.parts.value?.components;
}

interface LaterProps<C> {
  /**
   * Wraps the placeholder: the loading sentence, or after a failure the way to
   * reload. null: nothing is shown, and a failure is a passing message.
   */
  meanwhile?: null | ((waiting: ComponentChildren, missing: boolean) => ComponentChildren);
  /** Whether nothing is shown meanwhile, and nothing is loaded before the list. */
  patient?: boolean;
  children: (components: C) => ComponentChildren;
}

/** Shows a component that is loaded after the list. */
export function Later(props: LaterProps<Components>) {
  const { parts, load } = useContext(LoadingContext)!;
  return <Loaded {...props} components={parts.value?.components} load={load} />;
}

/** Shows a component that is loaded on first use. */
export function Rarely(props: LaterProps<RareComponents>) {
  const { parts, rare, loadRare } = useContext(LoadingContext)!;
  return <Loaded {...props} components={(parts.value && rare.value) ?? undefined} load={loadRare} />;
}

interface LoadedProps<C> extends LaterProps<C> {
  components: C | undefined;
  load: () => Promise<void>;
}

function Loaded<C>({ meanwhile = (waiting) => waiting, patient = false, children, components, load }: LoadedProps<C>) {
  const { notices, t, lists } = usePage();
  const { parts, missing } = useContext(LoadingContext)!;
  useKeptFocus(!!components && !!meanwhile && !patient);
  useEffect(() => {
    if (patient && !lists.listed.peek()) return;
    const ask = () =>
      load().then(
        () => (missing.value = false),
        () => {
          missing.value = !patient || missing.value;
          if (!meanwhile) notices.error(t.partMissing);
        },
      );
    if (!patient) return void ask();
    const timer = setTimeout(() => void ask(), ahead);
    return () => clearTimeout(timer);
  }, []);
  if (!components) return <>{!patient && meanwhile?.(<Waiting missing={missing.value} />, missing.value)}</>;
  return <FamilyContext.Provider value={parts.value}>{children(components)}</FamilyContext.Provider>;
}

/** Moves the focus to a place that has replaced the loading sentence, if that had the focus. */
function useKeptFocus(there: boolean): void {
  const before = useRef(there);
  const held = there && !before.current && document.activeElement?.tagName === 'MAIN';
  before.current = there;
  useLayoutEffect(() => {
    if (held) document.querySelector('main')?.focus({ preventScroll: true });
  }, [there]);
}

/** Some browsers do not load a failed script again on the same page; after a reload all do. */
function Waiting({ missing }: { missing: boolean }) {
  const { t, browser } = usePage();
  return (
    <>
      <p class="quiet centre">{missing ? t.partMissing : t.loading}</p>
      {missing && (
        <button type="button" class="button" onClick={() => browser.location.reload()} data-testid="part-reload">
          {t.reload}
        </button>
      )}
    </>
  );
}
