import { useRare } from '../rare_words';

/** The two digits that show a person and the owner that they mean the same request. */
export function CheckNumber({ check }: { check: string | undefined }) {
  const { t } = useRare();
  if (!check) return null; // a request of an earlier version has none
  return (
    <p class="check" data-testid="check">
      <small>{t.checkNumber}</small> <b>{check}</b>
    </p>
  );
}
