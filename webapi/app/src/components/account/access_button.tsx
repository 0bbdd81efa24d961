import { useSignal } from '@preact/signals';
import { useFamily } from '../page_context';
import { AccessList } from './access_list';

/** Shows the devices that are signed in, which are read when the list is opened. */
export function AccessButton() {
  const { t } = useFamily();
  const open = useSignal(false);
  return (
    <>
      <div class="choices">
        <button
          type="button"
          class="button plain"
          aria-expanded={open.value}
          onClick={() => (open.value = !open.value)}
          data-testid="access"
        >
          {t.access}
        </button>
      </div>
      {open.value && <AccessList />}
    </>
  );
}
