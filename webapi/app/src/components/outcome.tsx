import { useEffect, useRef } from 'preact/hooks';
import type { Action } from './action';

/** The sentence about an action: its problem, which is announced immediately and comes into view, or its result. */
export function Outcome({ action }: { action: Action }) {
  const box = useRef<HTMLParagraphElement>(null);
  const problem = action.problem.value;
  useEffect(() => {
    if (problem) box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <>
      <p ref={box} class="problem" role="alert" data-testid="problem">
        {problem}
      </p>
      {action.note.value && (
        <p class="hint" data-testid="note">
          {action.note}
        </p>
      )}
    </>
  );
}
