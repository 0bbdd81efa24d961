import { usePage } from './page_context';

/** The live region of screen readers. Each dialog has one too, since the page behind it is inert. */
export function Status() {
  const { notices } = usePage();
  return (
    <p class="unseen" role="status" data-testid="status">
      {notices.said}
    </p>
  );
}
