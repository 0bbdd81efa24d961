import { useSignal } from '@preact/signals';
import { t } from '../../messages/family_words';

type Parts = typeof import('./access_list');

/** Shows where one is signed in, which is loaded when it is asked for. */
export function AccessButton() {
  const open = useSignal(false);
  const parts = useSignal<Parts | 'missing' | null>(null);
  const turn = () => {
    open.value = !open.value;
    if (!parts.value) import('./access_list').then((loaded) => (parts.value = loaded), () => (parts.value = 'missing'));
  };
  return (
    <>
      <div class="choices">
        <button type="button" class="button plain" aria-expanded={open.value} onClick={turn} data-testid="access">
          {t.access}
        </button>
      </div>
      {open.value && <Shown parts={parts.value} />}
    </>
  );
}

function Shown({ parts }: { parts: Parts | 'missing' | null }) {
  if (!parts) return <p class="hint">{t.loading}</p>;
  if (parts !== 'missing') return <parts.AccessList />;
  return (
    <>
      <p class="problem" role="alert">
        {t.partMissing}
      </p>
      <button type="button" class="button" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </>
  );
}
