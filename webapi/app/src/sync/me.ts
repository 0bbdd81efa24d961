import type { Me } from './api';
import { store } from '../browser/tabs';
import { newsOf, type News } from '../family/news';
import { t } from '../messages/words';
import { signOutDue } from '../account/parting';
import { personSeen } from './person';
import { api, forgetLists, invitation, me, show, turnedAway } from './lists';

let asked = 0;
let answered = 0;

/**
 * Reads again who one is and who is in the family, and tells what others have
 * changed. quiet: the caller tells what came of it.
 */
export async function refreshMe(quiet = false): Promise<Me> {
  const turn = ++asked;
  const after = await api.me();
  if (turn < answered || signOutDue()) return me.value ?? after; // a later question was answered before this one, or one has gone
  answered = turn;
  personSeen();
  const before = me.value;
  if (before && before.family.id !== after.family.id) forgetFamily(after.user.userId);
  me.value = after;
  if (after.pending) turnedAway.value = false;
  tell(newsOf(before, after), quiet);
  return after;
}

/** Forgets the lists of the former family, on the disk of this device too. */
function forgetFamily(userId: string): void {
  forgetLists();
  void store.wipe('', false).then(() => store.enter(userId));
}

function tell(news: readonly News[], quiet: boolean): void {
  if (news.some(({ kind }) => kind === 'arrived')) invitation.value = null; // it brings in one person
  if (!quiet && news.some(({ kind }) => kind === 'notLetIn')) turnedAway.value = true;
  if (!quiet && news.length > 0) show(news.map(sentence).join(' '));
}

function sentence(news: News): string {
  switch (news.kind) {
    case 'arrived':
      return t.arrived(news.name, news.echo);
    case 'departed':
      return t.departed(news.name, news.echo);
    case 'asks':
      return t.asks(news.name, news.echo);
    case 'newOwner':
      return t.newOwner(news.name, news.echo);
    case 'newOwnerYou':
      return t.newOwnerYou;
    case 'letIn':
      return t.letIn(news.family);
    case 'notLetIn':
      return t.notLetIn(news.name);
    case 'familyChanged':
      return t.familyChanged(news.family);
    case 'emptied':
      return news.name ? t.emptied(news.name, news.count) : t.emptiedBySomeone(news.count);
  }
}
