import type { JoinRequest, Me, Member, Ticket } from './api';
import { familySeen } from './family_badge';
import { newsOf, type News } from './family_news';
import { t } from './language';
import { personSeen } from './person';
import { api, forgetLists, goTo, invitation, me, now, show, ticket } from './state';

let asked = 0;
let answered = 0;

/**
 * Reads again who one is and who is in the family, and tells what others have
 * changed. quiet: the caller tells what came of it.
 */
export async function refreshMe(quiet = false): Promise<Me> {
  const turn = ++asked;
  const after = await api.me();
  if (turn < answered) return me.value ?? after; // a later question was answered before this one
  answered = turn;
  personSeen();
  const before = me.value;
  if (before && before.family.id !== after.family.id) forgetLists();
  me.value = after;
  tell(newsOf(before, after), quiet);
  return after;
}

function tell(news: readonly News[], quiet: boolean): void {
  if (news.some(({ kind }) => kind === 'arrived' || kind === 'asks')) invitation.value = null; // it brings in one person
  if (!quiet && news.length > 0) show(news.map(sentence).join(' '));
}

function sentence(news: News): string {
  switch (news.kind) {
    case 'arrived':
      return t.arrived(news.name);
    case 'departed':
      return t.departed(news.name);
    case 'asks':
      return t.asks(news.name);
    case 'newOwner':
      return t.newOwner(news.name);
    case 'newOwnerYou':
      return t.newOwnerYou;
    case 'letIn':
      return t.letIn(news.family);
    case 'notLetIn':
      return t.notLetIn(news.family);
    case 'familyChanged':
      return t.familyChanged(news.family);
  }
}

/** Reads the family again after a change of one's own, and says what came of it. */
async function done(sentence: string): Promise<void> {
  await refreshMe(true).then(familySeen, () => undefined); // the change itself was confirmed; the next look shows it
  show(sentence);
}

/** Makes the family's invitation, or gets the one that is valid now. */
export async function makeInvite(): Promise<void> {
  invitation.value = await api.makeInvite();
  now.value = Date.now();
}

/** Makes the invitation useless. */
export async function revokeInvite(): Promise<void> {
  await api.revokeInvite();
  invitation.value = null;
}

/** Joins the family of an invitation, memos and all, or asks its owner, and says which. */
export async function join(wanted: Ticket): Promise<void> {
  const joined = await api.join(wanted);
  dismissTicket();
  if ('pending' in joined) {
    goTo('family');
    return done(t.asked(joined.familyName));
  }
  goTo('memos');
  const after = await refreshMe(true).catch(() => null);
  if (after) show(t.joined(after.family.name, joined.movingMemos));
}

/** Takes back one's request to join. */
export async function withdraw(): Promise<void> {
  await api.withdrawRequest();
  await done(t.withdrawn);
}

/** Lets somebody in, memos and all. */
export async function allow({ userId, name }: JoinRequest): Promise<void> {
  const { movingMemos } = await api.allowRequest(userId);
  await done([t.arrived(name), movingMemos > 0 ? t.memosCame(movingMemos) : ''].join(' ').trim());
}

/** Does not let somebody in. */
export async function refuse({ userId, name }: JoinRequest): Promise<void> {
  await api.refuseRequest(userId);
  await done(t.refused(name));
}

/** Sets whether the owner is asked before anybody joins. */
export async function setAskFirst(wanted: boolean): Promise<void> {
  const { askBeforeJoin } = await api.setAskBeforeJoin(wanted);
  if (me.value) me.value = { ...me.value, settings: { ...me.value.settings, askBeforeJoin } };
}

/** Makes another member the owner. */
export async function handOver({ userId, name }: Member): Promise<void> {
  await api.handOver(userId);
  await done(t.handedOver(name));
}

/** Takes a member out of the family, with the memos that member wrote. */
export async function removeMember({ userId, name }: Member): Promise<void> {
  await api.removeMember(userId);
  await done(t.memberRemoved(name));
}

/** Leaves the family, with one's own memos. */
export async function leave(): Promise<void> {
  await api.leave();
  await done(t.left);
}

/** Changes one's own name. */
export async function rename(name: string): Promise<void> {
  await api.rename(name);
  await refreshMe(true);
}

/** Puts an invitation away, also the one that the page was opened with. */
export function dismissTicket(): void {
  ticket.value = null;
  sessionStorage.removeItem(tokenSlot);
}

const tokenSlot = 'inviteToken';

/**
 * The token of the invite link the page was opened with. It is kept for this
 * tab until it is used or refused, because a sign-in leads away and back.
 */
export function inviteToken(): string {
  const fromLink = location.pathname === '/join' ? new URLSearchParams(location.search).get('token') : '';
  if (fromLink) sessionStorage.setItem(tokenSlot, fromLink);
  return fromLink || (sessionStorage.getItem(tokenSlot) ?? '');
}
