import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { type ComponentChildren, type ComponentType, createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Page } from '../page';
import type { Change, ListedMemo } from '../sync/changes';
import type { InviteRef } from '../sync/model';
import { FamilyContext, type FamilyPart, usePage } from './page_context';

/** The components that are not needed before the list is shown. */
interface Components {
  FamilyPlace: ComponentType;
  InstallHint: ComponentType;
  JoinDialog: ComponentType<{ wanted: InviteRef }>;
  MemoPanel: ComponentType<{ memo: ListedMemo }>;
  TrashPlace: ComponentType;
  Unsettled: ComponentType<{ memo: ListedMemo; change: Change }>;
}

/** What is loaded after the list: those components, and what the family's place needs. */
export interface LaterParts extends FamilyPart {
  components: Components;
}

/** The parts once they are loaded. missing: they could not be loaded when a component asked for them. */
interface Loading {
  parts: Signal<LaterParts | null>;
  missing: Signal<boolean>;
  load(): Promise<void>;
}

const LoadingContext = createContext<Loading | null>(null);

/** How long after the list is shown the parts are loaded, in milliseconds. From then on they need no server. */
const ahead = 500;

interface ProviderProps {
  load: (page: Page) => Promise<LaterParts>;
  children: ComponentChildren;
}

/** Loads the parts once, after the list or when a component asks for them, and holds them. */
export function LaterProvider({ load, children }: ProviderProps) {
  const page = usePage();
  const parts = useSignal<LaterParts | null>(null);
  const missing = useSignal(false);
  const loadOnce = async () => {
    if (parts.peek()) return;
    const loaded = await load(page);
    parts.value ??= loaded;
  };
  useSignalEffect(() => {
    if (!page.lists.listed.value || !page.connection.connected.value) return;
    const timer = setTimeout(() => void loadOnce().catch(() => undefined), ahead); // a failure shows when a component asks
    return () => clearTimeout(timer);
  });
  return <LoadingContext.Provider value={{ parts, missing, load: loadOnce }}>{children}</LoadingContext.Provider>;
}

interface LaterProps {
  /**
   * Wraps what is shown until then: the loading sentence, or after a failure the way to
   * reload. null: nothing is shown, and a failure is a passing message.
   */
  meanwhile?: null | ((waiting: ComponentChildren, missing: boolean) => ComponentChildren);
  /** Whether nothing is shown or said meanwhile, and nothing is loaded before the list is there. */
  patient?: boolean;
  children: (components: Components) => ComponentChildren;
}

/** Shows a component that is loaded after the list. */
export function Later({ meanwhile = (waiting) => waiting, patient = false, children }: LaterProps) {
  const { notices, t, lists } = usePage();
  const { parts, missing, load } = useContext(LoadingContext)!;
  useEffect(() => {
    if (patient && !lists.listed.peek()) return;
    load().then(
      () => (missing.value = false),
      () => {
        missing.value = !patient || missing.value;
        if (!meanwhile) notices.show(t.partMissing);
      },
    );
  }, []);
  const waiting = !parts.value && !patient && meanwhile?.(<Waiting missing={missing.value} />, missing.value);
  if (!parts.value) return <>{waiting}</>;
  return <FamilyContext.Provider value={parts.value}>{children(parts.value.components)}</FamilyContext.Provider>;
}

/** Some browsers do not load a script again that has failed on the same page; after a reload all do. */
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
