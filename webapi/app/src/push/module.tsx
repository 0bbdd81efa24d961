import type { Part } from '../components/modules';
import type { FamilyMessages, Messages } from '../messages';
import type { Page } from '../page';
import { en } from './messages/en';
import { ja } from './messages/ja';
import { Push } from './push';
import { Notifications } from './settings';

/** Starts notifications on a page. */
export function start(page: Page, words: Messages & FamilyMessages): Part {
  const push = new Push(page);
  push.follow(page.ended);
  const t = { ...words, ...(page.language === 'ja' ? ja : en) };
  return { Settings: () => <Notifications push={push} t={t} /> };
}
