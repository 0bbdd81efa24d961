import { useSignal } from '@preact/signals';
import { SheetRow } from '../sheet';
import { AccessList } from './access_list';
import { useAccount } from './account_words';

/** Shows what acts for the person: devices and programs, which are read when the list is opened. */
export function AccessButton() {
  const { t } = useAccount();
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
