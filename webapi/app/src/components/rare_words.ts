import type { AccountMessages, RareMessages } from '../messages';
import { accountEn } from '../messages/account_en';
import { accountJa } from '../messages/account_ja';
import { rareEn } from '../messages/rare_en';
import { rareJa } from '../messages/rare_ja';
import { type FamilyPage, useFamily } from './page_context';

/** The page of a component that few visits need: t has the sentences that come with it. */
export type RarePage = Omit<FamilyPage, 't'> & { t: FamilyPage['t'] & AccountMessages & RareMessages };

const words = { ja: { ...accountJa, ...rareJa }, en: { ...accountEn, ...rareEn } };

/** Returns the page of a component that few visits need. */
export function useRare(): RarePage {
  const page = useFamily();
  return { ...page, t: { ...page.t, ...words[page.language] } };
}
