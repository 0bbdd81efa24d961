import { said } from '../sync/lists';

/** What a screen reader is told. It also stands in each dialog, where the page behind is silent. */
export function Status() {
  return (
    <p class="unseen" role="status" data-testid="status">
      {said}
    </p>
  );
}
