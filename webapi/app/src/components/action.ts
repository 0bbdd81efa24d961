import { type ReadonlySignal, useSignal } from '@preact/signals';
import { usePage } from './page_context';

/** An action that the server must confirm. */
export interface Action {
  busy: ReadonlySignal<boolean>;
  problem: ReadonlySignal<string>;
  /** Runs it, unless it is running; an error is in problem, in the action's own sentence. */
  run(work: () => Promise<void>, words?: (e: unknown) => string): Promise<void>;
  /** The sentence about its result. */
  note: ReadonlySignal<string>;
  /** Shows and announces the result. */
  report(sentence: string): void;
  /** Shows a sentence as its problem, without running it. */
  refuse(sentence: string): void;
}

/** An action of a component: at most one run at a time, and its last problem. */
export function useAction(): Action {
  const { connection, notices } = usePage();
  const busy = useSignal(false);
  const problem = useSignal('');
  const note = useSignal('');
  const report = (sentence: string) => {
    note.value = sentence;
    notices.say(sentence);
  };
  const run = async (work: () => Promise<void>, words = (e: unknown) => connection.sentenceFor(e)) => {
    if (busy.value) return;
    busy.value = true;
    problem.value = '';
    note.value = '';
    try {
      await work();
    } catch (e) {
      connection.explain(e);
      problem.value = words(e);
    } finally {
      busy.value = false;
    }
  };
  return { busy, problem, run, note, report, refuse: (sentence) => (problem.value = sentence) };
}
