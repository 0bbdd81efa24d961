import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { currentFirst } from '../../account/access';
import type { Access } from '../../sync/model';
import { useAction } from '../action';
import { useRare } from '../rare_words';
import { RowIcon } from '../row_icon';
import { ServerRow, SheetRow } from '../sheet';
import { AccessList } from './access_list';
import { Exports } from './exports';

/** The person's accesses, and their memos as a file. */
export function Connected() {
  const { t } = useRare();
  const exports = useSignal(false);
  return (
    <section aria-labelledby="connected">
      <h2 class="block-title" id="connected">
        {t.connected}
      </h2>
      <div class="block">
        <Acting />
        <SheetRow expanded={exports.value} onClick={() => (exports.value = !exports.value)} data-testid="exports">
          <RowIcon name="save" />
          {t.exports}
        </SheetRow>
        {exports.value && <Exports />}
      </div>
    </section>
  );
}

/** Devices and programs, with their number; they are loaded again when the list is opened. */
function Acting() {
  const { t, api } = useRare();
  const open = useSignal(false);
  const list = useSignal<readonly Access[] | null>(null);
  const action = useAction();
  const load = () => action.run(async () => void (list.value = currentFirst(await api.access())));
  useEffect(() => void load(), []);
  const turn = () => {
    open.value = !open.value;
    if (open.value) void load();
  };
  return (
    <>
      <ServerRow value={list.value?.length} expanded={open.value} onClick={turn} data-testid="access">
        <RowIcon name="devices" />
        {t.access}
      </ServerRow>
      {open.value && <AccessList list={list} action={action} load={() => void load()} />}
    </>
  );
}
