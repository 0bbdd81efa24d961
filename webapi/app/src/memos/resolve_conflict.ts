import type { RareMessages } from '../messages';
import type { Notices } from '../messages/notices';
import { oneLine } from '../messages/text';
import type { Change } from '../sync/changes';
import type { Choice } from '../sync/changes_queue';
import { about, type MemoActions } from './actions';

interface Needs {
  t: RareMessages;
  notices: Notices;
  memos: MemoActions;
}

/**
 * Resolves a conflict by the person's choice, and offers the way back: to the question, or from the person's own text to that of
 * the other member, whose name this is.
 */
export function resolveConflict({ t, notices, memos }: Needs, change: Change, choice: Choice, name: string): void {
  const { memoId = '', content = '', theirs } = change;
  const { box } = memos;
  const newKey = box.resolve(change.key, choice);
  const ask = () => {
    const { change: _, ...now } = memos.find(memoId) ?? { ...theirs! };
    return now.content !== content && box.ask({ ...change, theirs: now });
  };
  const unless = (id: string) => {
    const now = memos.find(id);
    return now && !now.deleted && now.content === content ? now : undefined;
  };
  const backs: Record<Choice, () => unknown> = {
    theirs: ask,
    mine() {
      const now = unless(memoId);
      const wish = theirs?.deleted ? { kind: 'delete' as const } : { kind: 'edit' as const, content: theirs!.content };
      return !!now && box.put({ ...about(now), ...wish, undoes: true });
    },
    both() {
      const added = unless(newKey);
      return !!added && (void box.put({ ...about(added), kind: 'delete' }), ask());
    },
  };
  const words: Record<Choice, string> = { mine: t.keptMine, theirs: t.keptTheirs(name), both: t.keptBoth };
  notices.undo(words[choice], backs[choice], '', { what: oneLine(content), memoId });
}
