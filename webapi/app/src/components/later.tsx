import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../../messages/words';
import { show } from '../../sync/lists';

type FamilyParts = typeof import('./family');

/** What has been loaded: from then on it is there without a wait. */
let loaded: FamilyParts | undefined;

interface LaterProps {
  /** What is shown until then, by whether the parts cannot be loaded. */
  meanwhile: (missing: boolean) => ComponentChildren;
  children: (parts: FamilyParts) => ComponentChildren;
}

/** Shows something of the family's place, which most visits do not need and which is loaded for it. */
export function Later({ meanwhile, children }: LaterProps) {
  const parts = useSignal(loaded);
  const missing = useSignal(false);
  useEffect(() => {
    if (parts.value) return;
    const fail = () => {
      missing.value = true;
      show(t.partMissing);
    };
    import('./family').then((family) => (parts.value = loaded = family), fail);
  }, []);
  return <>{parts.value ? children(parts.value) : meanwhile(missing.value)}</>;
}
