import { effect } from '@preact/signals';
import type { Browser } from '../browser/browser';
import type { FamilyMessages, Messages } from '../messages';
import type { Notices } from '../messages/notices';
import type { Answer, Person } from '../sync/person';
import type { Invites } from './invites';
import { type News, newsOf } from './news';
import { Removal } from './removal';

/** The dependencies of NewsTeller. */
export interface TellerNeeds {
  browser: Pick<Browser, 'localStorage'>;
  notices: Notices;
  invites: Invites;
  person: Person;
}

/** Announces changes that others made to the family. */
export class NewsTeller {
  private readonly removal: Removal;

  /** t has the sentences. */
  constructor(
    private readonly needs: TellerNeeds,
    private readonly t: Messages & FamilyMessages,
  ) {
    this.removal = new Removal(needs, t);
  }

  /** Announces the differences between successive answers of the server, until the page ends. */
  follow(ended: AbortSignal): void {
    const { answers } = this.needs.person;
    this.removal.follow(ended);
    const stop = effect(() => {
      const pending = answers.value;
      if (pending.length === 0) return;
      answers.value = [];
      for (const answer of pending) this.tell(answer);
    });
    ended.addEventListener('abort', stop);
  }

  private tell({ before, after, quiet }: Answer): void {
    const { notices, invites } = this.needs;
    const news = newsOf(before, after);
    const happened = (kind: News['kind']) => news.some((n) => n.kind === kind);
    if (after.pending) invites.turnedAway.value = false;
    if (happened('arrived')) invites.invitation.value = null; // it admits one person
    if (news[0]?.kind === 'removed') return this.removal.seen(sentence(this.t, news[0]));
    if (quiet) return;
    if (happened('notLetIn')) invites.turnedAway.value = true;
    if (news.length > 0) notices.news(news.map((n) => sentence(this.t, n)).join(' '));
  }
}

function sentence(t: FamilyMessages, news: News): string {
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
    case 'removed':
      return t.removedYou(news.family, news.by);
    case 'familyChanged':
      return t.familyChanged(news.family);
    case 'emptied':
      return news.name ? t.emptied(news.name, news.count) : t.emptiedBySomeone(news.count);
  }
}
