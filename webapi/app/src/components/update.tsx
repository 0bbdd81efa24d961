import { useFamily } from './page_context';

/** Says that a reload brings a newer version of the page. */
export function Update() {
  const { t, updateWaiting } = useFamily();
  if (!updateWaiting.value) return null;
  return (
    <p class="update" data-testid="update">
      {t.newVersion}
      <button type="button" class="button" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </p>
  );
}
