import type { AccountMessages } from '../../messages';
import { accountEn } from '../../messages/account_en';
import { accountJa } from '../../messages/account_ja';
import { type FamilyPage, useFamily } from '../page_context';

/** The page of a component about the person's account: its sentences include those about that. */
export function useAccount(): Omit<FamilyPage, 't'> & { t: FamilyPage['t'] & AccountMessages } {
  const page = useFamily();
  return { ...page, t: { ...page.t, ...(page.language === 'ja' ? accountJa : accountEn) } };
}
