import type { Action } from './action';

/** The sentence about how an action went: a problem, told at once, or what came of it. */
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
