import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import { type ComponentChildren, type ComponentType, createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Page } from '../page';
import type { Change, ListedMemo } from '../sync/changes';
import type { InviteRef, Memo } from '../sync/model';
import { FamilyContext, type FamilyPart, usePage } from './page_context';

/** The components that are not needed before the list is shown. */
interface Components {
  Conflict: ComponentType<{ change: Change; theirs: Memo }>;
  FamilyPlace: ComponentType;
  InstallHint: ComponentType;
  JoinDialog: ComponentType<{ wanted: InviteRef }>;
  MemoDetail: ComponentType;
  MemoPanel: ComponentType<{ memo: ListedMemo }>;
  TrashPlace: ComponentType;
}

/** What is loaded after the list: those components, and what the family's place needs. */
export interface LaterParts extends FamilyPart {
  components: Components;
}

/** What has been loaded; asking again is possible when that failed. */
interface Loading {
  parts: Signal<LaterParts | null>;
  load(): Promise<void>;
}

const LoadingContext = createContext<Loading | null>(null);

/** How long after the list is there the rest is loaded, in milliseconds: from then on it is there also without the server. */
const ahead = 500;

interface ProviderProps {
  load: (page: Page) => Promise<LaterParts>;
  children: ComponentChildren;
}

/** Holds what has been loaded: from then on it is there without a wait. */
export function LaterProvider({ load, children }: ProviderProps) {
  const page = usePage();
  const parts = useSignal<LaterParts | null>(null);
  const loadOnce = async () => {
    if (parts.peek()) return;
    const made = await load(page);
    parts.value ??= made;
  };
  useSignalEffect(() => {
    if (!page.lists.listed.value) return;
    const timer = setTimeout(() => void loadOnce().catch(() => undefined), ahead); // it is asked for again when it is needed
    return () => clearTimeout(timer);
  });
  return <LoadingContext.Provider value={{ parts, load: loadOnce }}>{children}</LoadingContext.Provider>;
}

interface LaterProps {
  /** What is shown until then, by whether the parts cannot be loaded; nothing when left out. */
  meanwhile?: (missing: boolean) => ComponentChildren;
  children: (components: Components) => ComponentChildren;
}

/** Shows something that is loaded after the list. */
export function Later({ meanwhile, children }: LaterProps) {
  const { notices, t } = usePage();
  const { parts, load } = useContext(LoadingContext)!;
  const missing = useSignal(false);
  useEffect(() => {
    load().catch(() => {
      missing.value = true;
      notices.show(t.partMissing);
    });
  }, []);
  if (!parts.value) return <>{meanwhile?.(missing.value)}</>;
  return <FamilyContext.Provider value={parts.value}>{children(parts.value.components)}</FamilyContext.Provider>;
}
