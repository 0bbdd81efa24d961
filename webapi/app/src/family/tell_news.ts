import type { Messages } from '../messages';
import type { Notices } from '../messages/notices';
import type { Me } from '../sync/model';
import type { Invites } from './invites';
import { type News, newsOf } from './news';

/** The dependencies of tellNews. */
export interface TellerNeeds {
  t: Messages;
  notices: Notices;
  invites: Invites;
}

/** Tells the person what others have changed between two answers of the server; quiet: the caller does. */
export function tellNews({ t, notices, invites }: TellerNeeds, before: Me | null, after: Me, quiet: boolean): void {
  const news = newsOf(before, after);
  const happened = (kind: News['kind']) => news.some((n) => n.kind === kind);
  if (after.pending) invites.turnedAway.value = false;
  if (happened('arrived')) invites.invitation.value = null; // it brings in one person
  if (quiet) return;
  if (happened('notLetIn')) invites.turnedAway.value = true;
  if (news.length > 0) notices.show(news.map((n) => sentence(t, n)).join(' '));
}

function sentence(t: Messages, news: News): string {
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
