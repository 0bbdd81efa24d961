import { copyText } from '../../browser/clipboard';
import { listAsText } from '../../memos/as_text';
import type { FamilyPage } from '../page_context';

type Needs = Pick<FamilyPage, 't' | 'language' | 'clock' | 'notices' | 'person' | 'search'>;

/** Copies the memos that the list shows now. */
export async function copyList({ t, language, clock, notices, person, search }: Needs): Promise<void> {
  const { memos } = search.found.value;
  const text = listAsText(memos, { t, language, now: clock.now.value, nameOf: person.authorOf });
  if (await copyText(text)) notices.news(t.listCopied(memos.length));
  else notices.error(t.notCopied);
}
