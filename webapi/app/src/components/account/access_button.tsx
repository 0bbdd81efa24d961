import { useSignal } from '@preact/signals';
import { useFamily } from '../page_context';
import { SheetRow } from '../sheet';
import { AccessList } from './access_list';

/** Shows the devices that are signed in, which are read when the list is opened. */
export function AccessButton() {
  const { t } = useFamily();
  const open = useSignal(false);
  return (
    <>
      <SheetRow expanded={open.value} onClick={() => (open.value = !open.value)} data-testid="access">
        {t.access}
      </SheetRow>
      {open.value && <AccessList />}
    </>
  );
}
