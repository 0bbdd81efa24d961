import { usePage } from './page_context';

/** What a screen reader is told. It also stands in each dialog, where the page behind is silent. */
export function Status() {
  const { notices } = usePage();
  return (
    <p class="unseen" role="status" data-testid="status">
      {notices.said}
    </p>
  );
}
