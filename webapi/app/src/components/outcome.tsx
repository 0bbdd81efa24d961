import type { Action } from './action';

/** The sentence about an action: its problem, which is announced immediately, or its result. */
export function Outcome({ action }: { action: Action }) {
  return (
    <>
      <p class="problem" role="alert" data-testid="problem">
        {action.problem}
      </p>
      {action.note.value && (
        <p class="hint" data-testid="note">
          {action.note}
        </p>
      )}
    </>
  );
}
