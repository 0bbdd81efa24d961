import { FamilyActions } from '../family/actions';
import { FamilyApi } from '../family/api';
import type { AccountMessages, RareMessages } from '../messages';
import { accountEn } from '../messages/account_en';
import { accountJa } from '../messages/account_ja';
import { rareEn } from '../messages/rare_en';
import { rareJa } from '../messages/rare_ja';
import { type FamilyPage, useFamily } from './page_context';

/** The page of a component that few visits need: t has the sentences that come with it, api asks about the family. */
export type RarePage = Omit<FamilyPage, 't' | 'api'> & {
  t: FamilyPage['t'] & AccountMessages & RareMessages;
  api: FamilyApi;
  actions: FamilyActions;
};

const words = { ja: { ...accountJa, ...rareJa }, en: { ...accountEn, ...rareEn } };

/** Returns the page of a component that few visits need. */
export function useRare(): RarePage {
  const page = useFamily();
  const t = { ...page.t, ...words[page.language] };
  const api = new FamilyApi(page.api.http);
  return { ...page, t, api, actions: new FamilyActions({ ...page, api }, t) };
}
