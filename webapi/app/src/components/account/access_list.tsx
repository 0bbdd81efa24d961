import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { type Part, partOf } from '../../account/access';
import { type Access, ApiError } from '../../sync/model';
import type { Action } from '../action';
import { Outcome } from '../outcome';
import { useRare } from '../rare_words';
import { ServerRow } from '../sheet';
import { AccessItem } from './access_item';
import { EndAccess } from './end_access';
import { KeyDialog } from './key_dialog';

interface ListProps {
  /** null: not loaded yet. */
  list: Signal<readonly Access[] | null>;
  /** The action that loads it. */
  action: Action;
  load: () => void;
}

/** The person's accesses: devices on which they are signed in, and programs. Makes keys and ends accesses. */
export function AccessList({ list, action, load }: ListProps) {
  const { t, api, notices } = useRare();
  const asked = useSignal<Access | null>(null);
  const making = useSignal(false);
  const end = async (access: Access) => {
    await api.endAccess(access.id).catch(unlessEnded);
    list.value = list.value?.filter(({ id }) => id !== access.id) ?? null;
    notices.say({ devices: t.accountEnded, keys: t.keyEnded, apps: t.appEnded }[partOf(access)]);
  };
  const ask = (access: Access) => (asked.value = access);
  return (
    <div class="opened" aria-busy={action.busy.value} data-testid="access-list">
      {!list.value && action.busy.value && <p class="hint">{t.loading}</p>}
      <AccessPart title={t.accessDevices} list={list} part="devices" ask={ask} />
      <AccessPart title={t.accessPrograms} list={list} part="keys" ask={ask} />
      <AccessPart title={t.accessApps} list={list} part="apps" ask={ask} />
      <Outcome action={action} />
      {action.problem.value && (
        <button type="button" class="button" onClick={load} data-testid="access-retry">
          {t.tryAgain}
        </button>
      )}
      {list.value && (
        <ServerRow opens="dialog" onClick={() => (making.value = true)} data-testid="key-open">
          {t.makeKey}
        </ServerRow>
      )}
      {making.value && <KeyDialog made={load} close={() => (making.value = false)} />}
      {asked.value && <EndAccess access={asked.value} end={end} close={() => (asked.value = null)} />}
    </div>
  );
}

/** An access that is missing has ended. */
function unlessEnded(e: unknown): void {
  if (!(e instanceof ApiError && e.reason === 'access')) throw e;
}

interface PartProps {
  title: string;
  list: ReadonlySignal<readonly Access[] | null>;
  part: Part;
  ask: (access: Access) => void;
}

/** One section of the list under its title; nothing if it is empty. */
function AccessPart({ title, list, part, ask }: PartProps) {
  const shown = list.value?.filter((access) => partOf(access) === part) ?? [];
  if (shown.length === 0) return null;
  return (
    <>
      <h3 class="block-title">{title}</h3>
      <ul aria-label={title}>
        {shown.map((access) => (
          <AccessItem key={access.id} access={access} ask={() => ask(access)} />
        ))}
      </ul>
    </>
  );
}
