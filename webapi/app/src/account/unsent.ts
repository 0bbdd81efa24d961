import { differs } from '../memos/edits';
import type { Writing } from '../memos/writing';
import type { Store, Written } from '../sync/store/store';

/** A text that only this device has: an unfinished memo or edit, or part of an unsent change. */
export interface UnsentText {
  of: 'draft' | 'edit' | 'change';
  text: string;
}

/** The dependencies of Unsent. */
export interface UnsentNeeds {
  store: Pick<Store, 'allWritten' | 'alter'>;
  writing: Writing;
}

/** Lists the texts that would be lost if a person left this device now. Every way to leave uses this class. */
export class Unsent {
  constructor(private readonly needs: UnsentNeeds) {}

  /** Lists the unsent texts of this person in all tabs; each tab stores its own at every key. */
  async of(userId: string): Promise<readonly UnsentText[]> {
    const { store, writing } = this.needs;
    const here = textsOf(writing.current());
    const [all, queue] = await Promise.all([store.allWritten(userId), store.alter(userId, (changes) => changes)]);
    const elsewhere = all.filter(([tab]) => tab !== writing.tab());
    return [
      ...here,
      ...elsewhere.flatMap(([, written]) => textsOf(written)),
      ...queue.map(({ content, base }) => ({ of: 'change', text: content ?? base?.content ?? '' }) as const),
    ];
  }
}

function textsOf(written: Written | undefined): UnsentText[] {
  if (!written) return [];
  const drafts = written.draft.trim() ? [{ of: 'draft', text: written.draft } as const] : [];
  const edits = written.edits.filter(([, edit]) => differs(edit));
  return [...drafts, ...edits.map(([, { text }]) => ({ of: 'edit', text }) as const)];
}
