import { useSignal } from '@preact/signals';
import { useFamily } from '../page_context';
import { AccessList } from './access_list';

/** Shows where one is signed in, which is asked of the server when one wants to see it. */
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
